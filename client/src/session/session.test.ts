import { calls } from '@cartouche/contract/wire'
import { expect, test } from 'vitest'
import { createClient } from '../client.ts'
import { createFakeClient } from '../testing/fake-client.ts'
import { grantsAction } from './grants-action.ts'
import { createFakeServer } from '../testing/fake-server.ts'
import { settle } from '../testing/fake-clock.ts'
import { cartsOf } from '../carts/carts.ts'

const application = { name: 'portal', key: 'key', secret: 'secret' }
const editor = { login: 'editor', password: 'editor' }
const count = (requests: readonly string[], part: string): number =>
  requests.filter((request) => request.includes(part)).length
const lifetimeMs = 3_600_000

test('P4.16 P4.17 P4.22 P4.23 a user signs in by login and password and is connected; who-am-I is asked', async () => {
  const { client, server } = await createFakeClient({ signIn: false })
  expect(client.session.get()).toMatchObject({ status: 'unknown', kind: 'unknown', connected: false })
  const done = client.session.signIn(editor)
  expect(client.session.get().status).toBe('fetching')
  await done
  expect(client.session.get()).toMatchObject({
    status: 'loaded',
    kind: 'user',
    connected: true,
    connectionExpired: false,
    watermarked: false,
    user: { login: 'editor' },
  })
  expect(server.requests.map((request) => request.split('?')[0])).toEqual([
    'POST /api/rest/signin',
    'GET /api/json/whoami',
  ])
  expect([client.session.can('asset/create'), client.session.can('user/delete')]).toEqual([true, false])
})

test('P4.22 P4.23 P3.25 without login the application signs in, and counts as disconnected', async () => {
  const { client } = await createFakeClient({ signIn: false, application })
  await client.session.signIn()
  expect(client.session.get()).toMatchObject({ status: 'loaded', kind: 'application', connected: false })
})

test('P8.07 D8.12 incomplete credentials are refused before anything is asked', async () => {
  const { client, server } = await createFakeClient({
    signIn: false,
    application: { ...application, secret: '' },
  })
  await expect(client.session.signIn()).rejects.toThrow('No application credential provided')
  expect(server.requests).toEqual([])
})

test('P4.19 a failed sign-in clears the profile and is rethrown', async () => {
  const { client } = await createFakeClient()
  await expect(client.session.signIn({ ...editor, password: 'wrong' })).rejects.toMatchObject({
    code: 'sign_in_failed',
  })
  expect(client.session.get()).toMatchObject({
    user: null,
    connected: false,
    status: 'loaded',
    error: { code: 'sign_in_failed' },
  })
})

test('P4.19 who was signed in stays so after a failure where it is asked', async () => {
  const { client } = await createFakeClient()
  await expect(client.session.signIn({ ...editor, password: 'wrong', keepUser: true })).rejects.toMatchObject(
    { code: 'sign_in_failed' },
  )
  expect(client.session.get()).toMatchObject({
    user: { login: 'editor' },
    connected: true,
    status: 'loaded',
    error: { code: 'sign_in_failed' },
  })
})

test('P8.06 403/2 asks for a new password first', async () => {
  const { client } = await createFakeClient({ signIn: false })
  await expect(client.session.signIn({ login: 'forgetful', password: 'forgetful' })).rejects.toMatchObject({
    status: 403,
    sub: 2,
    restErrorCode: '403/2',
  })
  expect(client.session.get()).toMatchObject({ passwordChangeNeeded: true, user: null })
})

test('P8.06 on auto-connect 403/2 is stored and the flow goes on; other failures sign the application in', async () => {
  const forgetful = await createFakeClient({ signIn: false })
  forgetful.server.fail('password_change_needed')
  await forgetful.client.session.connect()
  expect(forgetful.client.session.get()).toMatchObject({
    status: 'loaded',
    passwordChangeNeeded: true,
    error: { code: 'password_change_needed' },
  })
  const portal = await createFakeClient({ signIn: false, application })
  await portal.client.session.connect()
  expect(portal.client.session.get()).toMatchObject({ status: 'loaded', kind: 'application' })
  const refused = await createFakeClient({ signIn: false, application: { ...application, secret: 'wrong' } })
  await refused.client.session.connect()
  expect(refused.client.session.get()).toMatchObject({ status: 'error', error: { code: 'sign_in_failed' } })
  expect(refused.logged).toHaveLength(1)
})

test('on auto-connect, nobody signed in is an answer, a server that is away is not', async () => {
  const { client, server, clock } = await createFakeClient({ signIn: false })
  await client.session.connect()
  expect(client.session.get()).toMatchObject({ status: 'loaded', user: null, error: null })
  server.fail('network')
  const done = client.session.connect()
  await clock.advance(20_000)
  await done
  expect(client.session.get()).toMatchObject({ status: 'error', error: { code: 'network' } })
})

test('a session that cannot be renewed without the server goes on where who is signed in is known from a copy', async () => {
  const known = await createFakeClient()
  const { response } = await known.client.call(calls.whoami, {})
  let isAway = true
  const { client, clock } = await createFakeClient({
    signIn: false,
    fetch: async (input, init) => {
      const isWhoami = typeof input === 'string' && input.includes('whoami')
      if (isAway && !isWhoami) throw new TypeError('Failed to fetch')
      return isWhoami ? Response.json({ response }) : known.server.fetch(input, init)
    },
  })
  await client.session.connect()
  expect(client.session.get()).toMatchObject({
    status: 'loaded',
    connected: true,
    user: { login: 'editor' },
    error: { code: 'network' },
  })
  // Connected again, the server says whether the session lives on.
  isAway = false
  const done = client.session.connect()
  await clock.advance(0)
  await done
  expect(client.session.get()).toMatchObject({ status: 'loaded', connected: false, error: null })
})

test('P4.18 signing out clears the profile, is for users only, and reconnects the application', async () => {
  const { client, logged } = await createFakeClient({ application })
  await client.session.signOut()
  expect(client.session.get()).toMatchObject({ kind: 'application', connected: false })
  await expect(client.session.signOut()).rejects.toMatchObject({ code: 'sign_out_refused' })
  expect(logged).toEqual(['Sign-out is not allowed: only a signed-in user may sign out'])
})

test('P4.18 whoever signs out can stay signed out', async () => {
  const { client, server } = await createFakeClient({ application })
  await client.session.signOut({ reconnect: false })
  expect(client.session.get()).toMatchObject({ kind: 'unknown', user: null, status: 'loaded' })
  expect(count(server.requests, '/rest/signin')).toBe(1)
})

test.each(['before', 'while'])(
  'a connect under way does not undo a sign-in made %s it is answered',
  async (moment) => {
    const { client, server } = await createFakeClient({ mode: 'cookie' })
    const later = createClient({ mode: 'cookie', fetch: server.fetch })
    const { release } = server.hold(moment === 'before' ? '/rest/token' : '/whoami')
    const connected = later.session.connect()
    await settle()
    const entered = later.session.signIn({ login: 'viewer', password: 'viewer' })
    const seen: (string | undefined)[] = []
    later.session.subscribe(() => void seen.push(later.session.get().user?.login))
    release()
    await Promise.all([connected, entered])
    await settle()
    expect(later.session.get()).toMatchObject({
      user: { login: 'viewer' },
      connected: true,
      status: 'loaded',
    })
    expect(seen).not.toContain('editor')
    await cartsOf(later).createCart({ name: 'with the new token' })
    for (const { session } of [client, later]) session.dispose()
  },
)

test('a failed connect under way does not sign the application in over a person', async () => {
  const { client, server } = await createFakeClient({ signIn: false, application })
  const { release } = server.hold('/rest/token')
  const connected = client.session.connect()
  await settle()
  const entered = client.session.signIn(editor)
  release()
  await Promise.all([connected, entered])
  expect(client.session.get()).toMatchObject({ kind: 'user', user: { login: 'editor' } })
  expect(count(server.requests, '/rest/signin')).toBe(1)
})

test('P3.23 P3.24 the user is known with locale and role, and how the connection stands', async () => {
  const { client } = await createFakeClient()
  const { user, connectionExpired, error } = client.session.get()
  expect(user).toMatchObject({ locale: 'en', role: { watermark: false } })
  expect([connectionExpired, error]).toEqual([false, null])
})

test('P3.30 an application has a name, a key and a secret: each of them counts', async () => {
  for (const part of ['name', 'key', 'secret'] as const) {
    const { client } = await createFakeClient({
      signIn: false,
      application: { ...application, [part]: 'wrong' },
    })
    await expect(client.session.signIn()).rejects.toMatchObject({ code: 'sign_in_failed' })
  }
})

test('P4.24 a bearer token is renewed at 20 % of its lifetime, a cookie at 80 %', async () => {
  const bearer = await createFakeClient()
  expect(bearer.clock.pendingMs()).toEqual([0.2 * lifetimeMs])
  await bearer.clock.advance(0.2 * lifetimeMs)
  expect(count(bearer.server.requests, '/rest/token')).toBe(1)
  expect(bearer.clock.pendingMs()).toEqual([0.2 * lifetimeMs])
  expect(bearer.client.session.get()).toMatchObject({ connected: true, connectionExpired: false })
  const cookie = await createFakeClient({ mode: 'cookie' })
  expect(cookie.clock.pendingMs()).toEqual([0.8 * lifetimeMs])
  await cookie.clock.advance(0.8 * lifetimeMs)
  expect(count(cookie.server.requests, '/rest/token')).toBe(1)
  expect(cookie.client.session.get().connected).toBe(true)
})

test('a session from before is taken up by its cookie, and changes are made with its CSRF token', async () => {
  const { client, server } = await createFakeClient({ mode: 'cookie' })
  const later = createClient({ mode: 'cookie', fetch: server.fetch })
  await expect(cartsOf(later).createCart({ name: 'before' })).rejects.toMatchObject({ code: 'csrf_missing' })
  await later.session.connect()
  expect(later.session.get()).toMatchObject({ connected: true, user: { login: 'editor' } })
  await expect(cartsOf(later).createCart({ name: 'after' })).resolves.toMatchObject({ name: 'after' })
  for (const { session } of [client, later]) session.dispose()
})

test('a token that ran out while the machine slept is renewed before the next call', async () => {
  const server = createFakeServer()
  const clock = { nowMs: () => now, after: () => () => undefined }
  let now = 0
  const client = createClient({ mode: 'bearer', fetch: server.fetch, clock })
  await client.session.signIn(editor)
  now = lifetimeMs
  await Promise.all([cartsOf(client).fetchCarts(), client.schemas.resolve('dam/data/asset')])
  const after = server.requests.slice(2).map((request) => request.split('?')[0])
  expect(after[0]).toBe('POST /api/rest/token')
  expect(
    count(
      after.flatMap((request) => request ?? []),
      '/rest/token',
    ),
  ).toBe(1)
})

test('P4.20 P9.16 a renewal without an answer is tried 5 times more at 2000 ms, then the connection is expired and the client reconnects', async () => {
  const { client, server, clock } = await createFakeClient()
  server.fail('network', 'network', 'network', 'network', 'network', 'network', 'network')
  await clock.advance(0.2 * lifetimeMs)
  for (let tries = 1; tries <= 5; tries++) {
    expect(count(server.requests, '/rest/token')).toBe(tries)
    expect(client.session.get().connectionExpired).toBe(false)
    await clock.advance(2000)
  }
  expect(count(server.requests, '/rest/token')).toBe(7)
  expect(client.session.get()).toMatchObject({
    connectionExpired: true,
    status: 'error',
    user: { login: 'editor' },
  })
  await client.session.connect()
  expect(client.session.get()).toMatchObject({ connectionExpired: false, connected: true })
})

test('P4.20 where an application is given, it takes over from a session that could not be renewed', async () => {
  const { client, server, clock } = await createFakeClient({ application })
  server.fail(...Array.from({ length: 6 }, () => 'network' as const), 'session_gone')
  await clock.advance(0.2 * lifetimeMs)
  await clock.advance(10_000)
  expect(client.session.get()).toMatchObject({ kind: 'application', connected: false })
})

test('P4.20 a renewal that the server refuses is not tried again', async () => {
  const { client, server, clock } = await createFakeClient()
  server.fail('session_gone')
  const before = count(server.requests, '/rest/token')
  await clock.advance(0.2 * lifetimeMs)
  // Once to renew, once to connect again.
  expect(count(server.requests, '/rest/token')).toBe(before + 2)
  expect(client.session.get().kind).toBe('user')
})

test('P4.21 P8.08 a 419 sets the session to invalid', async () => {
  const { client, server } = await createFakeClient()
  server.endSessions()
  await expect(cartsOf(client).fetchCarts()).rejects.toMatchObject({ status: 419 })
  await settle()
  expect(client.session.get()).toMatchObject({
    status: 'invalid',
    user: null,
    error: { code: 'session_gone' },
  })
})

test('whoever was signed out elsewhere learns it with the next call', async () => {
  const { client, server } = await createFakeClient({ mode: 'cookie' })
  const otherTab = createClient({ mode: 'cookie', fetch: server.fetch })
  await otherTab.session.connect()
  await otherTab.session.signOut()
  await expect(cartsOf(client).fetchCarts()).rejects.toMatchObject({ code: 'sign_in_needed' })
  expect(client.session.get()).toMatchObject({ status: 'invalid', user: null })
})

test('a grant covers its own action, and with a * all of a resource or of everything', () => {
  const covered = (grants: readonly string[]): readonly boolean[] =>
    ['asset/create', 'cart/view'].map((wanted) => grantsAction(grants, wanted))
  expect([
    covered([]),
    covered(['asset/create']),
    covered(['asset/*']),
    covered(['*/view']),
    covered(['*/*']),
  ]).toEqual([
    [false, false],
    [true, false],
    [true, false],
    [false, true],
    [true, true],
  ])
})

test('P9.06 the default locale is en, with underscores replaced by hyphens', async () => {
  const { client } = await createFakeClient({ signIn: false, locale: 'fr_CA' })
  expect(client.session.get().locale).toBe('fr-CA')
  expect((await createFakeClient({ signIn: false, locale: '' })).client.session.get().locale).toBe('en')
  await client.session.changeLocale('pt_BR')
  expect(client.session.get().locale).toBe('pt-BR')
})

test('P6.02 pictures are watermarked without a role or by its flag', async () => {
  const { client } = await createFakeClient({ signIn: false })
  expect(client.session.get().watermarked).toBe(true)
  await client.session.signIn({ login: 'viewer', password: 'viewer' })
  expect(client.session.get().watermarked).toBe(true)
})
