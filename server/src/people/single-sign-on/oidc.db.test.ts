import type { Server } from 'node:http'
import { sql } from 'kysely'
import Provider from 'oidc-provider'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createAccount } from '../accounts/create-account.ts'
import { selectAudit } from '../../access/audit/audit.sql.ts'
import { installAccounts } from '../accounts/install-accounts.ts'
import { createTestLibrary, type TestLibrary } from '../../testing/test-library.ts'
import { setDisabled } from '../session/set-password.ts'
import { listen, openTestVisitor, startTestSite, type TestSite, type TestVisitor } from './test-site.ts'

let library: TestLibrary
let idp: { url: string; server: Server }
const sites: TestSite[] = []
const warnings: object[] = []
/** People of the provider, by the login that they type there. */
const people = new Map<string, Record<string, unknown>>()

const provider = (change: object = {}) => ({
  id: 'museum',
  name: 'Museum',
  kind: 'oidc',
  issuer: idp.url,
  clientId: 'cartouche',
  clientSecret: 'a secret of the client',
  scope: 'openid profile email groups',
  mapping: { roles: [{ group: 'photographers', role: 'editor' }], defaultRole: 'viewer' },
  ...change,
})
const startSite = async (change?: object, settings = {}): Promise<TestSite> => {
  const site = await startTestSite(
    { ...library.services, log: { ...library.services.log, warn: (data) => void warnings.push(data) } },
    [provider(change)],
    settings,
  )
  sites.push(site)
  redirectUris.push(`${site.url}/api/rest/auth/callback/museum`)
  await startProvider()
  return site
}
const redirectUris: string[] = []
/** Clients are fixed when a provider starts: each site starts it again. */
const startProvider = async () => {
  idp.server.removeAllListeners('request')
  const op = new Provider(idp.url, {
    clients: [
      {
        client_id: 'cartouche',
        client_secret: 'a secret of the client',
        redirect_uris: redirectUris,
        post_logout_redirect_uris: sites.map(({ url }) => `${url}/sign-in`),
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: {
      openid: ['sub'],
      profile: ['name', 'preferred_username', 'locale'],
      email: ['email', 'email_verified'],
      groups: ['groups'],
    },
    scopes: ['openid', 'profile', 'email', 'groups'],
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => Promise.resolve({ sub: id, ...people.get(id) }),
    }),
    cookies: { keys: ['a key of the test'] },
    pkce: { required: () => true },
  })
  idp.server.on('request', (request, response) => void op.callback()(request, response))
}

beforeAll(async () => {
  // The provider says at length that it is a test's.
  for (const way of ['info', 'warn'] as const) vi.spyOn(console, way).mockImplementation(() => {})
  library = await createTestLibrary()
  await installAccounts({
    ...library.services,
    settings: { ...library.services.settings, adminPassword: 'correct horse battery' },
  })
  idp = await listen()
})
afterEach(() => {
  warnings.length = 0
})
afterAll(async () => {
  for (const { server } of sites) await server.close()
  idp.server.closeAllConnections()
  idp.server.close()
  await library.close()
})

/** Signs in at the provider and agrees. @returns the address that the provider sends the browser back to */
const signInThere = async (visitor: TestVisitor, start: string, login: string): Promise<string> => {
  const asked = await visitor.follow(await visitor.get(start), '/interaction/')
  const afterLogin = await visitor.follow(
    await visitor.post(asked.url, { prompt: 'login', login, password: 'any' }),
    '/interaction/',
  )
  const done = await visitor.follow(
    await visitor.post(afterLogin.url, { prompt: 'consent' }),
    '/api/rest/auth/callback/',
  )
  return done.url
}
const startUrl = ({ url }: TestSite, relativeURL = '/carts?order=name') =>
  `${url}/api/rest/auth/start/museum?${new URLSearchParams({ relativeURL })}`
const enter = async (site: TestSite, login: string, relativeURL?: string, visitor = openTestVisitor()) => {
  const answer = await visitor.get(await signInThere(visitor, startUrl(site, relativeURL), login))
  const whoami = await visitor.get(`${site.url}/api/json/whoami`)
  return {
    visitor,
    location: answer.headers.get('location'),
    status: answer.status,
    user: whoami.ok
      ? ((await whoami.json()) as { response: { data: Record<string, unknown> } }).response.data
      : undefined,
  }
}

test('P7.12 P3.29 the providers are listed with where to go, in the wire shape', async () => {
  const site = await startSite()
  const config = async (relativeURL?: string): Promise<unknown> =>
    (
      await fetch(
        `${site.url}/api/rest/auth/config${relativeURL === undefined ? '' : `?${new URLSearchParams({ relativeURL })}`}`,
      )
    ).json()
  expect(await config()).toEqual({
    status: 'ok',
    providers: [{ id: 'museum', name: 'Museum', kind: 'oidc', url: '/api/rest/auth/start/museum' }],
  })
  expect(await config('/carts')).toMatchObject({
    providers: [{ url: '/api/rest/auth/start/museum?relativeURL=%2Fcarts' }],
  })
  expect(await config('https://evil.example/')).toMatchObject({
    providers: [{ url: '/api/rest/auth/start/museum' }],
  })
})

test('the first sign-in makes the profile by the mapping, and ends in the normal session cookie', async () => {
  people.set('zoe-sub', {
    preferred_username: 'Zoe.N',
    name: 'Zoé Noël',
    email: 'zoe@museum.example',
    locale: 'fr_CH',
    groups: ['staff', 'photographers'],
  })
  const site = await startSite()
  const { location, status, user, visitor } = await enter(site, 'zoe-sub')
  expect([status, location]).toEqual([303, '/carts?order=name'])
  expect(user).toMatchObject({
    login: 'zoe.n',
    name: 'Zoé Noël',
    email: 'zoe@museum.example',
    locale: 'fr-CH',
    role: { name: 'editor' },
    csrfToken: expect.any(String),
  })
  const sessions = await (await visitor.get(`${site.url}/api/rest/session`)).json()
  expect(sessions).toMatchObject({ response: { data: [{ method: 'oidc', own: true }] } })
})

test('later sign-ins update what the mapping owns, and keep the rest', async () => {
  people.set('max-sub', { preferred_username: 'max', name: 'Max', locale: 'en', groups: ['photographers'] })
  const site = await startSite()
  const first = await enter(site, 'max-sub')
  await first.visitor.get(`${site.url}/api/json/whoami`)
  people.set('max-sub', {
    preferred_username: 'maximilian',
    name: 'Maximilian',
    email: 'max@museum.example',
    groups: [],
  })
  const second = await enter(site, 'max-sub')
  expect(second.user).toMatchObject({
    id: first.user?.['id'],
    login: 'max',
    name: 'Maximilian',
    email: 'max@museum.example',
    locale: 'en',
    role: { name: 'viewer' },
  })
  const id = Number(first.user?.['id'])
  const entries = await selectAudit(
    library.services.database,
    { resource: 'user', id: String(id), kind: 'user' },
    10,
  )
  expect(entries).toMatchObject([
    {
      kind: 'user.updated',
      actor_kind: 'user',
      actor_id: id,
      before: { name: 'Max' },
      after: { name: 'Maximilian' },
    },
    { kind: 'user.created', actor_id: id, target_name: 'Max' },
  ])
})

/** Whether the newest session of a person counts as a fresh proof. */
const isProven = async (userId: number): Promise<boolean> => {
  const {
    rows: [row],
  } = await sql<{ proven: boolean }>`
    select u.proven_at is not null proven from session s join session_use u on u.family = s.family where s.resource = 'user' and s.entity_id = ${userId} order by s.created_at desc limit 1`.execute(
    library.services.database,
  )
  return row?.proven === true
}

test('a sign-in at the provider proves nothing, unless it is asked to make sure who it is, and says when it did', async () => {
  people.set('iris-sub', { preferred_username: 'iris', name: 'Iris' })
  const site = await startSite()
  const { visitor, user } = await enter(site, 'iris-sub')
  const id = Number(user?.['id'])
  expect(await isProven(id)).toBe(false)
  const freshUrl = `${startUrl(site)}&fresh=true`
  const asked = new URL((await visitor.get(freshUrl)).headers.get('location') ?? '')
  expect(asked.searchParams.get('max_age')).toBe('600')
  // Somebody takes the parameter out on its way: the answer does not say when the person was asked last, and
  // counts for nothing.
  asked.searchParams.delete('max_age')
  const forged = await visitor.follow(await visitor.get(asked.href), '/api/rest/auth/callback/')
  expect((await visitor.get(forged.url)).headers.get('location')).toContain('failed=museum')
  const honest = await visitor.follow(await visitor.get(freshUrl), '/api/rest/auth/callback/')
  expect((await visitor.get(honest.url)).headers.get('location')).toBe('/carts?order=name')
  expect(await isProven(id)).toBe(true)
})

test('two first sign-ins at once make one profile', async () => {
  people.set('twin-sub', { preferred_username: 'twin', name: 'Twin' })
  const site = await startSite()
  const [one, two] = await Promise.all([enter(site, 'twin-sub'), enter(site, 'twin-sub')])
  expect(one.user?.['id']).toBe(two.user?.['id'])
  expect(one.user).toMatchObject({ login: 'twin' })
})

test('a local account of the same login is not taken over, unless the settings say so', async () => {
  const id = await createAccount(library.services, {
    kind: 'user',
    login: 'local',
    password: 'of my own choice',
    name: 'Local',
    roleId: 2,
  })
  people.set('thief-sub', { preferred_username: ' LOCAL ', name: 'Thief' })
  const refused = await enter(await startSite(), 'thief-sub')
  expect([refused.location, refused.user]).toEqual([
    '/sign-in?to=%2Fcarts%3Forder%3Dname&failed=museum',
    undefined,
  ])
  expect(warnings).toMatchObject([{ provider: 'museum', reason: expect.stringContaining('takesOverLogins') }])
  const allowed = await enter(await startSite({ takesOverLogins: true }), 'thief-sub')
  expect(allowed.user).toMatchObject({ id, login: 'local', name: 'Thief' })
})

test('an answer is good once, in the browser that asked, and not without asking', async () => {
  people.set('ann-sub', { preferred_username: 'ann', name: 'Ann' })
  const site = await startSite()
  const visitor = openTestVisitor()
  const back = await signInThere(visitor, startUrl(site), 'ann-sub')
  const stranger = openTestVisitor()
  expect((await stranger.get(back)).headers.get('location')).toContain('failed=museum')
  // The stranger's try has used the answer up: neither of the two has a session.
  expect((await visitor.get(back)).headers.get('location')).toContain('failed=museum')
  expect([...visitor.cookies.keys(), ...stranger.cookies.keys()]).not.toContain('cartouche_session')
  const again = openTestVisitor()
  const good = await signInThere(again, startUrl(site), 'ann-sub')
  const forged = new URL(good)
  forged.searchParams.set('state', 'made-up')
  expect((await again.get(forged.href)).headers.get('location')).toContain('failed=museum')
  expect((await again.get(good)).headers.get('location')).toBe('/carts?order=name')
  expect((await again.get(good)).headers.get('location')).toContain('failed=museum')
})

test('a code of somebody else is refused: it belongs to another request', async () => {
  people.set('eve-sub', { preferred_username: 'eve', name: 'Eve' })
  const site = await startSite()
  const [eve, victim] = [openTestVisitor(), openTestVisitor()]
  const stolen = new URL(await signInThere(eve, startUrl(site), 'eve-sub'))
  const own = new URL(await signInThere(victim, startUrl(site), 'ann-sub'))
  own.searchParams.set('code', stolen.searchParams.get('code') ?? '')
  expect((await victim.get(own.href)).headers.get('location')).toContain('failed=museum')
})

test.for(['https://evil.example/', '//evil.example', '/\\evil.example'])(
  'no open redirect: %s leads to the start page',
  async (relativeURL) => {
    people.set('ann-sub', { preferred_username: 'ann', name: 'Ann' })
    expect((await enter(await startSite(), 'ann-sub', relativeURL)).location).toBe('/')
  },
)

test('who refuses at the provider, or is switched off here, comes back to the sign-in page', async () => {
  const site = await startSite()
  const visitor = openTestVisitor()
  const asked = await visitor.follow(await visitor.get(startUrl(site)), '/interaction/')
  const refused = await visitor.follow(await visitor.get(`${asked.url}/abort`), '/api/rest/auth/callback/')
  expect(refused.url).toContain('error=access_denied')
  expect((await visitor.get(refused.url)).headers.get('location')).toContain('failed=museum')
  people.set('off-sub', { preferred_username: 'off', name: 'Off' })
  const { user } = await enter(site, 'off-sub')
  await setDisabled(library.services.database, { kind: 'user', id: Number(user?.['id']) }, true)
  expect(await enter(site, 'off-sub')).toMatchObject({
    user: undefined,
    location: expect.stringContaining('failed=museum'),
  })
})

test('a provider that cannot be reached, or is not known, is reported and not waited for', async () => {
  const site = await startSite({ issuer: 'http://127.0.0.1:9/' })
  const visitor = openTestVisitor()
  expect((await visitor.get(startUrl(site))).headers.get('location')).toBe(
    '/sign-in?to=%2Fcarts%3Forder%3Dname&failed=museum',
  )
  expect((await visitor.get(`${site.url}/api/rest/auth/start/nonesuch`)).status).toBe(404)
})

/** Signs out here. @returns what the call answers */
const signOut = async ({ url }: TestSite, { cookies }: TestVisitor): Promise<unknown> => {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const answer = await fetch(`${url}/api/rest/signout`, {
    method: 'POST',
    headers: { cookie, 'x-csrf-token': cookies.get('cartouche_csrf') ?? '' },
  })
  return answer.json()
}

test('whoever signs out is led to the provider where the settings ask for it, signs out there too, and comes back', async () => {
  people.set('lea-sub', { preferred_username: 'lea', name: 'Lea' })
  const site = await startSite({ signsOutAtProvider: true })
  const { visitor } = await enter(site, 'lea-sub')
  const { signedOut, continueAt } = (await signOut(site, visitor)) as {
    signedOut: boolean
    continueAt: string
  }
  expect([signedOut, continueAt]).toEqual([true, expect.stringContaining(`${idp.url}/session/end?`)])
  const [, hinted = ''] = new URL(continueAt).searchParams.get('id_token_hint')?.split('.') ?? []
  expect(JSON.parse(Buffer.from(hinted, 'base64url').toString())).toMatchObject({ sub: 'lea-sub' })
  // The provider asks once more, by a form of its own.
  const form = await (await visitor.get(continueAt)).text()
  const back = await visitor.post(/action="([^"]+)"/.exec(form)?.[1] ?? '', {
    xsrf: /name="xsrf" value="([^"]+)"/.exec(form)?.[1] ?? '',
    logout: 'yes',
  })
  expect((await visitor.follow(back, '/sign-in')).url).toBe(`${site.url}/sign-in`)
  expect((await visitor.follow(await visitor.get(startUrl(site)), '/callback/')).url).toContain(
    '/interaction/',
  )
  // It is said once: nobody is signed in there any more.
  expect(await signOut(site, visitor)).toEqual({ signedOut: false })
})

test('whoever signs out stays signed in at the provider unless the settings say otherwise, or where it cannot be reached', async () => {
  people.set('lea-sub', { preferred_username: 'lea', name: 'Lea' })
  const site = await startSite()
  const { visitor } = await enter(site, 'lea-sub')
  expect(await signOut(site, visitor)).toEqual({ signedOut: true })
  expect((await visitor.follow(await visitor.get(startUrl(site)), '/callback/')).url).toContain('/callback/')
  const stopped = await startSite({ signsOutAtProvider: true })
  const { visitor: other } = await enter(stopped, 'lea-sub')
  const elsewhere = await startSite({ signsOutAtProvider: true, issuer: 'http://127.0.0.1:9/' })
  expect(await signOut(elsewhere, other)).toEqual({ signedOut: true })
  expect(warnings).toMatchObject([{ provider: 'museum', reason: expect.any(String) }])
})

test("P6.08 where a second factor is due, the provider's sign-in leads to it, unless the provider is trusted for it", async () => {
  people.set('mia-sub', { preferred_username: 'mia', name: 'Mia' })
  const strict = await enter(await startSite({}, { mfaOnly: true }), 'mia-sub')
  expect(strict.user).toBeUndefined()
  expect(strict.location).toMatch(
    /^\/sign-in\?to=%2Fcarts%3Forder%3Dname#code=second_factor_enrolment_needed&challenge=[\w-]{43}$/,
  )
  expect(
    (await enter(await startSite({ isTrustedForSecondFactor: true }, { mfaOnly: true }), 'mia-sub')).user,
  ).toMatchObject({ login: 'mia' })
})
