import { expect, test } from 'vitest'
import { createFakeClient } from '../testing/fake-client.ts'
import { connectPlayer, type PlayerMessage } from './connect-player.ts'
import { playersOf } from './players.ts'

async function open() {
  const fake = await createFakeClient()
  const [one] = fake.server.library.list('asset')
  if (!one) throw new Error('There are assets')
  const asked = (part: string): number =>
    fake.server.requests.filter((request) => request.includes(part)).length
  return { ...fake, players: playersOf(fake.client), one, key: `asset/${one.id}`, asked }
}

test('D3.42 D7.75 D7.76 D7.78 players, embeds and descriptions are kept by resource and id, with a status', async () => {
  const { players, one, key } = await open()
  for (const [store, fetch] of [
    [players.players, players.fetchPlayer],
    [players.embeds, players.fetchEmbed],
    [players.descriptions, players.fetchDescription],
  ] as const) {
    expect(store.get(key)).toEqual({ $status: 'unknown', data: null, error: null })
    const reading = fetch('asset', one.id)
    expect(store.get(key).$status).toBe('initial')
    await reading
    expect(store.get(key)).toMatchObject({ $status: 'loaded', error: null })
  }
  expect(players.players.get(key).data?.Dom).toContain('<iframe')
  expect(players.embeds.get(key).data?.Html).toContain('width="100%" height="100%"')
  expect(players.descriptions.get(key).data?.id).toBe(one.id)
})

test('D9.17 players and embeds are good for 60 seconds, descriptions for 20', async () => {
  const { players, one, clock, asked } = await open()
  const all = () =>
    Promise.all([
      players.fetchPlayer('asset', one.id),
      players.fetchEmbed('asset', one.id),
      players.fetchFreePlayer(),
      players.fetchDescription('asset', one.id),
    ])
  const counts = () => [
    asked('htmlAndJsPlayer'),
    asked('embed.json'),
    asked('FreePlayer'),
    asked('describeMedia'),
  ]
  await all()
  await all()
  expect(counts()).toEqual([1, 1, 1, 1])
  await clock.advance(20_000)
  await all()
  expect(counts()).toEqual([1, 1, 1, 2])
  await clock.advance(40_000)
  await all()
  expect(counts()).toEqual([2, 2, 2, 3])
})

test('D7.77 other options are another question, and a failure is not kept', async () => {
  const { players, server, one, key, asked } = await open()
  await players.fetchFreePlayer({ canLogView: false })
  await players.fetchFreePlayer({ canLogView: true })
  expect([asked('FreePlayer'), players.freePlayer.get('').$status]).toEqual([2, 'loaded'])
  server.fail('internal')
  await expect(players.fetchPlayer('asset', one.id)).rejects.toMatchObject({ code: 'internal' })
  expect(players.players.get(key)).toMatchObject({ $status: 'error', error: { code: 'internal' } })
  await players.fetchPlayer('asset', one.id)
  expect(players.players.get(key)).toMatchObject({ $status: 'loaded', error: null })
})

test('D7.78 a media that there is none of is described as null', async () => {
  const { players, server, one } = await open()
  await players.fetchDescription('asset', 999_999)
  expect(players.descriptions.get('asset/999999')).toEqual({ $status: 'loaded', data: null, error: null })
  server.fail('internal')
  await expect(players.fetchDescription('asset', one.id)).rejects.toMatchObject({ code: 'internal' })
})

test('what was read is forgotten with whoever read it', async () => {
  const { players, client, one, key } = await open()
  await players.fetchPlayer('asset', one.id)
  await client.session.signOut()
  expect(players.players.get(key).$status).toBe('unknown')
})

test('D7.79 D9.18 the address for a frame names the players in their order, and fills it', async () => {
  const { players } = await open()
  const url = new URL(players.playerUrl('asset', 12), 'http://cartouche.test')
  expect(decodeURIComponent(url.pathname)).toMatch(
    /\/wedia\/dam\/player\/bo\.player,poster,thumbnailBig,default\/asset\/12$/,
  )
  expect(Object.fromEntries(url.searchParams)).toEqual({ width: '100%', height: '100%' })
  expect(players.playerUrl('asset', 12, { player: 'fo.player', start: 7 })).toContain('start=7')
})

const origin = 'https://dam.example'

function openFrame() {
  const listeners = new Set<(message: PlayerMessage) => void>()
  const sent: unknown[] = []
  const frame = { postMessage: (message: unknown, to: string) => void sent.push([to, message]) }
  const around = {
    addEventListener: (_type: 'message', listener: (message: PlayerMessage) => void) =>
      void listeners.add(listener),
    removeEventListener: (_type: 'message', listener: (message: PlayerMessage) => void) =>
      void listeners.delete(listener),
  }
  const say = (data: unknown, from = origin, source: unknown = frame): void => {
    for (const listener of listeners) listener({ source, origin: from, data })
  }
  let asked = 0
  const player = connectPlayer(
    around,
    () => frame,
    origin,
    () => asked++,
  )
  return { player, say, sent, listeners, asked: () => asked }
}

test('P7.42 D7.83 a listener receives listActions and what happens from the frame', () => {
  const { player, say } = openFrame()
  say({ type: 'listActions', actions: ['play', 'pause', 'fly'] })
  expect(player.get().actions).toEqual(['play', 'pause'])
  say({ type: 'player', event: 'play', time: 0, duration: 12 })
  say({ type: 'player', event: 'time', time: 3.5, duration: 12 })
  expect(player.get()).toMatchObject({ isPlaying: true, timeSeconds: 3.5, durationSeconds: 12 })
  say({ type: 'player', event: 'ended', time: 12, duration: 12 })
  expect(player.get()).toMatchObject({ isPlaying: false, hasEnded: true, timeSeconds: 12 })
})

test('other windows, other servers and other messages change nothing', () => {
  const { player, say, listeners } = openFrame()
  const before = player.get()
  say({ type: 'player', event: 'play' }, 'https://evil.example')
  say({ type: 'player', event: 'play' }, origin, {})
  for (const data of [null, 'play', { type: 'other' }, { type: 'listActions', actions: 'play' }]) say(data)
  expect(player.get()).toBe(before)
  player.disconnect()
  expect(listeners.size).toBe(0)
})

test('whoever asks in the player for its picture is heard, with the time', () => {
  const { player, say, asked } = openFrame()
  say({ type: 'player', event: 'seeked', time: 3, duration: 12 })
  say({ type: 'player', event: 'poster', time: 4, duration: 12 }, 'https://evil.example')
  expect([asked(), player.get().timeSeconds]).toEqual([0, 3])
  say({ type: 'player', event: 'poster', time: 4, duration: 12 })
  expect([asked(), player.get().timeSeconds]).toEqual([1, 4])
})

test('what is asked of a player goes to its server alone', () => {
  const { player, sent } = openFrame()
  player.listActions()
  player.seek(4)
  player.speed(2)
  expect(sent).toEqual([
    [origin, { action: 'listActions' }],
    [origin, { action: 'seek', time: 4 }],
    [origin, { action: 'speed', rate: 2 }],
  ])
})
