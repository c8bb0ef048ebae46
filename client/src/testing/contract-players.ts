import { expect, test } from 'vitest'
import { calls, type ErrorCode } from '@cartouche/contract/wire'
import type { Ask } from './contract-search.ts'

type Refused = (work: Promise<unknown>, code: ErrorCode) => Promise<void>

/** What the contract says of players and of descriptions of media. */
export function playerSuite(call: Ask, refused: Refused, assetIds: () => readonly number[]): void {
  const one = (): { object: string; id: string } => ({ object: 'asset', id: String(assetIds()[0] ?? 0) })
  const nothing = { object: 'asset', id: '999999999' }
  test('D7.75 D7.77 a player is an element with a script, with an asset or without', async () => {
    const player = await call(calls.getPlayerData, { ...one(), width: '640', height: '50%' })
    expect(player.Dom).toMatch(/^<iframe src="[^"]+" width="640" height="50%"/)
    expect(player.LauncherOptions.mediasJson?.id).toBe(Number(one().id))
    const free = await call(calls.getFreePlayer, { canLogView: false })
    expect(free).toMatchObject({
      JSEndpoint: player.JSEndpoint,
      Dom: expect.stringMatching(/^<iframe/),
      LauncherOptions: { mediasJson: null },
    })
    await refused(call(calls.getPlayerData, nothing), 'entity_not_found')
  })
  test('D7.76 the code of a frame is for the player that is named', async () => {
    const { Html, Url } = await call(calls.getEmbedCode, { ...one(), PlayerUid: 'fo.player', Options: {} })
    expect(Html).toContain(`src="${Url}"`)
    expect(Url).toContain('/player/fo.player/asset/')
    await refused(call(calls.getEmbedCode, nothing), 'entity_not_found')
  })
  test('D7.78 a media has addresses of its player, its poster and its renditions', async () => {
    const media = await call(calls.describeMedia, one())
    expect(media.id).toBe(Number(one().id))
    expect(media.renditions.length).toBeGreaterThan(0)
    await refused(call(calls.describeMedia, nothing), 'entity_not_found')
  })
}
