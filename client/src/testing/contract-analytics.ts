import { expect, test } from 'vitest'
import { calls, type CallParameters, type ErrorCode } from '@cartouche/contract/wire'
import type { Ask } from './contract-search.ts'

type Refused = (work: Promise<unknown>, code: ErrorCode) => Promise<void>

const nothing = 999_999_999

/** What the contract says of analytics. Counts may take a minute: what they are is not said here. */
export function analyticsSuite(call: Ask, refused: Refused, assetIds: () => readonly number[]): void {
  const one = (): number => assetIds()[0] ?? 0
  test('D7.62 D7.63 what was done with an asset is reported once, of what there is alone', async () => {
    const viewed = { object: 'asset', id: one(), actionId: 'view' }
    expect(await call(calls.logObjectData, viewed)).toEqual({ logged: true })
    expect(await call(calls.logObjectData, viewed)).toEqual({ logged: false })
    await refused(call(calls.logObjectData, { ...viewed, id: nothing }), 'entity_not_found')
    const embed = {
      configuration: 'embed',
      params: { object: 'asset', id: one(), site: 'https://a.example/b' },
    }
    expect(await call(calls.logEvent, embed)).toEqual({ logged: true })
    expect(await call(calls.logEvent, { configuration: 'search', params: {} })).toEqual({ logged: false })
    await refused(call(calls.logEvent, { configuration: '' }), 'invalid_parameter')
  })
  test('D7.64 D9.08 D5.23 there are four tops, and no others', async () => {
    for (const top of ['topDamView', 'topDamDownload', 'topDamViewUser', 'topDamDownloadUser'] as const)
      for (const { key } of (await call(calls.listTopAssets, { top })).list)
        expect(key).toMatch(/^asset_\d+$/)
    const parameters = { top: 'topDamPlay' } as unknown as CallParameters<typeof calls.listTopAssets>
    await refused(call(calls.listTopAssets, parameters), 'invalid_parameter')
    await refused(call(calls.listTopAssets, { top: 'topDamView', max: 0 }), 'invalid_parameter')
  })
  test('D7.65 D7.66 D7.67 counts are asked by event, by asset and by uuid', async () => {
    const own = { configurationName: 'view', aggregationFieldname: 'object', onlyCurrentUser: true } as const
    for (const { count } of (await call(calls.listTop, own)).list) expect(count).toBeGreaterThan(0)
    for (const { caption } of (await call(calls.listAssetEvents, { id: one() })).list)
      expect(caption).not.toBe('')
    await refused(call(calls.listAssetEvents, { id: nothing }), 'entity_not_found')
    const { response } = await call(calls.getEntity, { path: 'dam/data/asset', id: one() })
    expect(Array.isArray((await call(calls.listBroadcasts, { uuid: response.data.$uuid })).list)).toBe(true)
    const uuid = '00000000-0000-4000-8000-ffffffffffff'
    await refused(call(calls.listBroadcasts, { uuid }), 'entity_not_found')
  })
}
