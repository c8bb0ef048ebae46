import {
  ApiError,
  calls,
  encodeError,
  type Branding,
  type CallName,
  type ErrorCode,
  type Surfer,
} from '@cartouche/contract'
import { analyticsHandlers } from './fake-analytics.ts'
import type { FakeLimits } from './fake-cart-stores.ts'
import { cartHandlers } from './fake-carts.ts'
import { carefulLogin, factorHandlers } from './fake-factors.ts'
import { importHandlers } from './fake-imports.ts'
import { createFakeNotifications, type FakeNotifications } from './fake-notifications.ts'
import { playerHandlers } from './fake-players.ts'
import { createFakeLibrary, type FakeLibrary } from './fake-library.ts'
import { clipHandlers } from './fake-clips.ts'
import { posterHandlers } from './fake-posters.ts'
import { trackHandlers } from './fake-tracks.ts'
import { commentHandlers, visitorHandlers } from './fake-comments.ts'
import { versionHandlers } from './fake-versions.ts'
import { reverseSearchHandlers } from './fake-reverse-search.ts'
import { preferenceHandlers, searchHandlers } from './fake-searches.ts'
import { answerRequest, type FakeHandlers, type FakeIdentity } from './fake-routes.ts'

/** A server in memory that answers the wire like the real one; held to the same contract suite. */
export interface FakeServer {
  /** In place of the network. */
  readonly fetch: typeof globalThis.fetch
  readonly library: FakeLibrary
  readonly notifications: FakeNotifications
  readonly limits: FakeLimits
  /** Requests so far, as method and address, in order. */
  readonly requests: readonly string[]
  /** Answers the next requests with these, in order: an error of the table, or no answer at all. */
  fail(...failures: readonly (ErrorCode | 'network')[]): void
  /** Lets requests whose address has this part wait until `release` is called. */
  hold(part?: string): { readonly release: () => void }
  /** Ends all sessions: what follows is answered by 419. */
  endSessions(): void
}

/** Accounts of the fake server: login and password are the same. `forgetful` has to change its password. */
const roles: Readonly<Record<string, Surfer['role']>> = {
  editor: { id: 2, name: 'editor', watermark: false },
  viewer: { id: 4, name: 'viewer', watermark: true },
  forgetful: { id: 4, name: 'viewer', watermark: true },
  [carefulLogin]: { id: 4, name: 'viewer', watermark: true },
}
const people = Object.fromEntries(Object.keys(roles).map((login, index) => [login, index + 1]))
const application = { name: 'portal', key: 'key', secret: 'secret' }
const infos: Branding = {
  appName: 'Cartouche',
  baseUrl: '',
  dxmUrl: '',
  background: '',
  logo: '',
  favicon: '',
  richTextEditorKey: '',
  spellcheckerKey: '',
  availability: { available: true, message: '', resolved: true },
  appBGCredit: '',
  appBGUrl: '',
  appBG404Error: '',
  appBG500Error: '',
  appFaviconUrl: '',
  appLogoUrlForDarkBG: '',
  appLogoUrlForLightBG: '',
  appLogoHeaderUrlForDarkBG: '',
  appLogoHeaderUrlForLightBG: '',
  colour: null,
  colours: null,
  version: 1,
}
/** Lifetime of a token, seconds. */
const lifetimeSeconds = 3600

/** Creates a fake server with a library of so many assets. `nowMs`: its time. */
export function createFakeServer({
  assets = 60,
  nowMs = Date.now,
}: { readonly assets?: number; readonly nowMs?: () => number } = {}): FakeServer {
  const library = createFakeLibrary(assets)
  const notifications = createFakeNotifications()
  const limits: FakeLimits = { warnBytes: 300 * 1024 ** 2, maxBytes: 4096 * 1024 ** 2, looksUntilReady: 0 }
  const sessions: Sessions = { logins: new Map(), cookie: null }
  const ended = new Set<string>()
  const handlers: FakeHandlers = {
    ...sessionHandlers(sessions, ended),
    ...library.handlers,
    ...cartHandlers(library, limits),
    ...importHandlers(library, nowMs),
    ...notifications.handlers,
    ...analyticsHandlers(library),
    ...playerHandlers(library),
    ...reverseSearchHandlers(library),
    ...trackHandlers(library),
    ...posterHandlers(library),
    ...clipHandlers(library),
    ...versionHandlers(library),
    ...commentHandlers(library),
    ...visitorHandlers(),
    ...preferenceHandlers(),
    ...searchHandlers(people),
  }
  const requests: string[] = []
  const failures: (ErrorCode | 'network')[] = []
  let gate: { readonly part: string; readonly opened: Promise<void> } = {
    part: '',
    opened: Promise.resolve(),
  }

  const answer = async (request: Request): Promise<Response> => {
    requests.push(`${request.method} ${request.url.replace(/^https?:\/\/[^/]+/, '')}`)
    const failure = failures.shift()
    if (request.url.includes(gate.part)) await gate.opened
    if (request.signal.aborted) throw Object.assign(new Error('aborted'), { name: 'AbortError' })
    if (failure === 'network') throw new TypeError('fetch failed')
    if (failure)
      return Response.json(encodeError(new ApiError(failure)), { status: new ApiError(failure).status })
    const identity = identify(request, sessions)
    if (isForged(request, identity, sessions))
      return Response.json(encodeError(new ApiError('csrf_missing')), { status: 403 })
    if (identity.token !== null && ended.has(identity.token))
      return Response.json(encodeError(new ApiError('session_gone')), { status: 419 })
    return answerRequest(request, identity, guard(handlers))
  }
  return {
    library,
    notifications,
    limits,
    requests,
    // An address without a host is one of this server.
    fetch: (input, init) => {
      const request =
        input instanceof Request
          ? input
          : new Request(new URL(String(input), 'http://fake.test'), init as RequestInit)
      return raceAbort(answer(request), request.signal)
    },
    fail: (...wanted) => void failures.push(...wanted),
    hold(part = '') {
      const { promise, resolve } = Promise.withResolvers<void>()
      gate = { part, opened: promise }
      return { release: resolve }
    },
    endSessions: () => {
      for (const token of sessions.logins.keys()) ended.add(token)
    },
  }
}

/** Calls that answer who is not signed in. */
function isOpen(name: CallName): boolean {
  const { access } = calls[name]
  return access === 'public' || access.startsWith('share/')
}

function guard(handlers: FakeHandlers): FakeHandlers {
  const guarded = (Object.keys(handlers) as CallName[]).map((name) => [
    name,
    (input: never, identity: FakeIdentity, form: FormData | undefined) => {
      if (identity.login === null && !isOpen(name)) throw new ApiError('sign_in_needed')
      return handlers[name]?.(input, identity, form)
    },
  ])
  return Object.fromEntries(guarded) as FakeHandlers
}

/** Logins by access token, and what the browser keeps: the tokens of its cookies. */
interface Sessions {
  readonly logins: Map<string, string>
  cookie: { readonly access: string; readonly refresh: string; readonly csrf: string } | null
}

function identify(request: Request, { logins, cookie }: Sessions): FakeIdentity {
  const [scheme, value = ''] = (request.headers.get('authorization') ?? '').split(' ')
  const token =
    scheme === 'Bearer' ? value : request.credentials === 'include' ? (cookie?.access ?? null) : null
  return {
    token,
    login: token === null ? null : (logins.get(token) ?? null),
    sharePassword:
      scheme === 'Basic'
        ? new TextDecoder().decode(Uint8Array.from(atob(value), (char) => char.charCodeAt(0))).slice(1)
        : undefined,
  }
}

/** A change by cookie without the token that only pages of this server can read. */
function isForged(request: Request, { login, token }: FakeIdentity, { cookie }: Sessions): boolean {
  if (
    request.method === 'GET' ||
    request.method === 'HEAD' ||
    login === null ||
    token !== cookie?.access ||
    /\/rest\/(signin|token)/.test(request.url)
  )
    return false
  return request.headers.get('x-csrf-token') !== cookie.csrf
}

function sessionHandlers(sessions: Sessions, ended: Set<string>): FakeHandlers {
  const refreshes = new Map<string, string>()
  const names = new Map<string, string>()
  const locales = new Map<string, string>()
  let last = 0
  const give = (login: string, inCookie = false, csrf = `csrf-${last + 1}`) => {
    const accessToken = `access-${++last}`
    sessions.logins.set(accessToken, login)
    if (inCookie) sessions.cookie = { access: accessToken, refresh: `refresh-${last}`, csrf }
    refreshes.set(`refresh-${last}`, login)
    return {
      tokenType: 'Bearer' as const,
      accessToken,
      refreshToken: `refresh-${last}`,
      iat: 1_700_000_000,
      exp: 1_700_000_000 + lifetimeSeconds,
      csrfToken: csrf,
    }
  }
  const { refuseCareful, ...factors } = factorHandlers(give)
  const userOf = (login: string): Surfer => ({
    id: Object.keys(roles).indexOf(login) + 1,
    login,
    name: names.get(login) ?? login,
    email: null,
    role: roles[login] ?? { id: 9, name: 'application', watermark: false },
    locale: locales.get(login) ?? 'en',
    application: login === application.name ? { id: 5, name: login } : null,
    isUser: login !== application.name,
    isApp: login === application.name,
    userdata: { contriblangs: [{ code: 'en' }] },
    grants: login === 'editor' ? ['asset/create', 'asset/update', 'savedsearch/view'] : [],
  })
  return {
    ...factors,
    signIn({ login = '', password = '', application: name, cookieauth }) {
      if (name !== undefined) {
        if (name !== application.name || login !== application.key || password !== application.secret)
          throw new ApiError('sign_in_failed')
        return give(name, cookieauth)
      }
      if (!(login in roles) || password !== login) throw new ApiError('sign_in_failed')
      if (login === 'forgetful') throw new ApiError('password_change_needed')
      refuseCareful(login)
      return give(login, cookieauth)
    },
    refreshSession({ token = sessions.cookie?.refresh, cookieauth }) {
      if (token === undefined) throw new ApiError('sign_in_needed')
      const login = refreshes.get(token)
      refreshes.delete(token)
      if (login === undefined) throw new ApiError('session_gone')
      // A session that is renewed keeps its CSRF token: other tabs go on with it.
      return give(login, cookieauth, cookieauth ? sessions.cookie?.csrf : undefined)
    },
    signOut(_input, { token }) {
      if (token !== null) sessions.logins.delete(token)
      if (token === sessions.cookie?.access) sessions.cookie = null
      return { signedOut: true }
    },
    whoami(_input, { login, token }) {
      if (token !== null && ended.has(token)) throw new ApiError('session_gone')
      if (login === null) throw new ApiError('whoami_refused')
      return { response: { data: userOf(login) } }
    },
    getProfile: (_input, { login }) => ({ resource: 'user', response: { data: userOf(login ?? '') } }),
    patchProfile({ json }, { login }) {
      if (json?.password !== undefined) throw new ApiError('password_endpoint')
      if (json?.bolang !== undefined) locales.set(login ?? '', json.bolang)
      if (json?.name !== undefined) names.set(login ?? '', json.name)
      return { response: { data: {} } }
    },
    getAvailability: ({ applicationName }) =>
      applicationName === 'closed'
        ? { available: false, message: 'closed is switched off' }
        : { available: true, message: '' },
    getInfos: () => ({ infos }),
    getEditorKeys: () => ({ richTextEditorKey: 'text-key', spellcheckerKey: 'spelling-key' }),
    getConfig: () => ({
      versions: { engine: '0.1.0' },
      setup: { dxm: false, connection: { mfaonly: false } },
      typeEnv: 'test',
      locale: 'en',
      organisation: 'Cartouche',
      limits: {
        uploadMaxBytes: 1024 ** 3,
        archiveWarnBytes: 300 * 1024 ** 2,
        archiveMaxBytes: 4096 * 1024 ** 2,
        trashDays: 30,
      },
      features: { reverseSearch: true },
      missing: [],
    }),
  }
}

function raceAbort(answer: Promise<Response>, signal: AbortSignal): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal.addEventListener(
      'abort',
      () => reject(Object.assign(new Error('aborted'), { name: 'AbortError' })),
      { once: true },
    )
    answer.then(resolve, reject)
  })
}
