import { calls, isApiError, type SessionTokens, type Surfer } from '@cartouche/contract/wire'
import type { Clock } from '../clock.ts'
import { ClientError, toFailure, type Failure } from '../failure.ts'
import type { Log } from '../log.ts'
import { createCell, type Cell } from '../store/keyed-store.ts'
import { createQueue, type Queue } from '../store/queue.ts'
import type { CallOptions, Credentials, Transport } from '../transport/transport.ts'
import { grantsAction } from './grants-action.ts'
import { scheduleRenewal, type Renewal } from './renew-session.ts'
import type {
  ApplicationCredentials,
  Proof,
  Session,
  SessionSnapshot,
  SignIn,
  SignOut,
} from './session-snapshot.ts'

export interface SessionOptions {
  readonly transport: Pick<Transport, 'call' | 'onFailure'>
  /** Where the transport reads the proof of the session from. */
  readonly credentials: Cell<Credentials>
  readonly clock: Clock
  readonly log: Log
  /** Who signs in where no person does. */
  readonly application?: ApplicationCredentials | undefined
  /** Language until the user's own is known. */
  readonly locale: string
}

/** A session that nothing is known of yet. */
export function unknownSession(locale: string): SessionSnapshot {
  return {
    status: 'unknown',
    user: null,
    kind: 'unknown',
    connected: false,
    connectionExpired: false,
    passwordChangeNeeded: false,
    error: null,
    locale: normaliseLocale(locale),
    watermarked: true,
  }
}

/** Underscores become hyphens; nothing becomes English. @source portal §9 */
export function normaliseLocale(locale: string): string {
  return locale.trim().replaceAll('_', '-') || 'en'
}

/** Creates the session. @source portal §4 Session, §6, §7 Session, §8 */
export function createSession(options: SessionOptions): Session {
  const core = createCore(options)
  const { transport, cell, edit, forget, renewal } = core
  // The server said that the session is gone, or, where its cookie went with it, that nobody is signed in:
  // all that follows will be refused.
  transport.onFailure((failure, call) => {
    const gone =
      failure.code === 'session_gone' || (failure.code === 'sign_in_needed' && cell.get().connected)
    if (gone && call.name !== calls.refreshSession.name) forget({ status: 'invalid', error: failure })
  })
  return {
    get: cell.get,
    subscribe: cell.subscribe,
    connect: () => connect(core),
    refreshUser: () => refreshUser(core),
    signIn: (given) => enter(core, given),
    signOut: (options) => core.queue.take(() => signOut(core, options)),
    async changePassword(change) {
      const { response } = await transport.call(calls.patchProfile, change)
      edit({ passwordChangeNeeded: false, error: null })
      if (cell.get().user) await refreshUser(core)
      return response.data.challenge
    },
    async changeLocale(locale) {
      edit({ locale: normaliseLocale(locale) })
      if (!cell.get().connected) return
      await transport.call(calls.patchProfile, { json: { bolang: normaliseLocale(locale) } })
      await refreshUser(core)
    },
    can: (grant) => grantsAction(cell.get().user?.grants ?? [], grant),
    ready: renewal.ready,
    dispose: () => renewal.stop(),
  }
}

interface Core extends SessionOptions {
  readonly cell: Cell<SessionSnapshot>
  readonly edit: (change: Partial<SessionSnapshot>) => void
  readonly adopt: (tokens: SessionTokens) => void
  readonly forget: (change: Partial<SessionSnapshot>) => void
  readonly renewal: Renewal
  /**
   * Sessions begin and end one after the other: the answer to an older request must not undo what a newer one
   * did.
   */
  readonly queue: Queue
}

function createCore(options: SessionOptions): Core {
  const { credentials } = options
  const cell = createCell(unknownSession(options.locale))
  const edit = (change: Partial<SessionSnapshot>): void =>
    cell.update((session) => ({ ...session, ...change }))
  const adopt = (tokens: SessionTokens): void => {
    credentials.update(({ mode }) => ({
      mode,
      csrfToken: tokens.csrfToken,
      ...(mode === 'bearer' ? { accessToken: tokens.accessToken } : {}),
    }))
    renewal.start(tokens)
  }
  const expire = (): void => {
    edit({ connectionExpired: true })
    void connect(core)
  }
  const renewal = scheduleRenewal({ ...options, adopt, expire })
  const forget = (change: Partial<SessionSnapshot>): void => {
    renewal.stop()
    credentials.update(({ mode }) => ({ mode }))
    edit({ user: null, kind: 'unknown', connected: false, watermarked: true, ...change })
  }
  const core: Core = { ...options, cell, edit, adopt, forget, renewal, queue: createQueue() }
  return core
}

async function refreshUser(
  { transport, credentials, edit }: Core,
  isCurrent = (): boolean => true,
  options: CallOptions = {},
): Promise<void> {
  const { response } = await transport.call(calls.whoami, {}, options)
  if (!isCurrent()) return
  const { csrfToken } = response.data
  if (csrfToken) credentials.update((known) => ({ ...known, csrfToken }))
  edit({
    status: 'loaded',
    error: null,
    connectionExpired: false,
    passwordChangeNeeded: false,
    ...ofUser(response.data),
  })
}

async function enter(core: Core, given?: SignIn | Proof): Promise<void> {
  const { edit, queue } = core
  edit({ status: 'fetching', error: null })
  await queue.supersede(() => enterNow(core, given))
}

async function enterNow(core: Core, given?: SignIn | Proof): Promise<void> {
  const { edit, adopt, forget, cell } = core
  edit({ status: 'fetching', error: null })
  try {
    adopt(await prove(core, given))
    await refreshUser(core)
  } catch (error) {
    const failure = toFailure(error)
    if (typeof given === 'object' && given.keepUser && cell.get().user)
      edit({ status: 'loaded', error: failure })
    // A refused person is an answer: nobody is signed in. An application that is refused leaves nothing to go
    // on with.
    else
      forget({
        status: given && isAnswer(failure) ? 'loaded' : 'error',
        error: failure,
        passwordChangeNeeded: failure.code === 'password_change_needed',
      })
    throw failure
  }
}

async function connect(core: Core): Promise<void> {
  const { renewal, edit, queue } = core
  edit({ status: 'fetching', error: null })
  await queue.take(async (isCurrent) => {
    // Before anything is asked: whoever signs in now needs no session from before.
    if (!isCurrent()) return
    try {
      await renewal.refresh()
      await refreshUser(core, isCurrent)
    } catch (error) {
      if (!isCurrent()) return
      const failure = toFailure(error)
      const goesOn =
        !isAnswer(failure) &&
        !core.application &&
        !core.cell.get().user &&
        (await goOnUnrenewed(core, failure, isCurrent))
      if (!goesOn) await connectWithout(core, failure)
    }
  })
}

/**
 * Goes on with a session that could not be renewed, as the server was not reached, where who is signed in can
 * be read all the same: from a copy that a service worker keeps. The failure stays: with it a caller knows
 * that the session is to be connected again.
 */
async function goOnUnrenewed(core: Core, failure: Failure, isCurrent: () => boolean): Promise<boolean> {
  try {
    await refreshUser(core, isCurrent, { retry: false })
  } catch {
    return false
  }
  if (isCurrent()) core.edit({ error: failure })
  return true
}

/** What follows when no session could be taken up. @source portal §8 Sign-in */
async function connectWithout(core: Core, failure: Failure): Promise<void> {
  const { application, edit, forget } = core
  if (failure.code === 'password_change_needed')
    return forget({ status: 'loaded', error: failure, passwordChangeNeeded: true })
  // A server that cannot be asked says nothing about whoever is signed in.
  if (!isAnswer(failure) && !application) return edit({ status: 'error', error: failure })
  if (!application) return forget({ status: 'loaded', error: null })
  await enterApplication(core)
}

/** @source portal §8: where the application cannot sign in, the status is error and it is logged */
async function enterApplication(core: Core): Promise<void> {
  await enterNow(core).catch((error: unknown) =>
    core.log('error', 'The application could not sign in', error),
  )
}

/**
 * @throws sign_out_refused
 * @source portal §4 Session: only signed-in users may sign out, otherwise it is logged as not allowed
 */
async function signOut(core: Core, { reconnect = true }: SignOut = {}): Promise<string | undefined> {
  const { cell, transport, log, application, forget, renewal } = core
  if (!cell.get().connected) {
    const refused = new ClientError('sign_out_refused')
    log('warn', refused.message)
    throw refused
  }
  const { continueAt } = await transport.call(calls.signOut, renewal.token())
  forget({ status: 'loaded', error: null, connectionExpired: false })
  if (application && reconnect) await enterApplication(core)
  return continueAt
}

function isAnswer(failure: Failure): boolean {
  return isApiError(failure) && failure.status < 500
}

/** What a user means for the session. @source portal §3 Surfer, §4 Session, §6 */
function ofUser(user: Surfer): Partial<SessionSnapshot> {
  const kind = user.application ? 'application' : 'user'
  return {
    user,
    kind,
    connected: kind === 'user',
    locale: normaliseLocale(user.locale),
    watermarked: user.role.watermark,
  }
}

function prove(
  { transport, application, credentials }: Core,
  given: SignIn | Proof | undefined,
): Promise<SessionTokens> {
  const { mode } = credentials.get()
  return typeof given === 'function'
    ? given({ cookieauth: mode === 'cookie' })
    : transport.call(calls.signIn, signInParameters(given, application, mode))
}

/**
 * With login and password as a user, without as the application.
 * @throws credential_missing
 * @source portal §4 Session, §8
 */
function signInParameters(
  given: SignIn | undefined,
  application: ApplicationCredentials | undefined,
  mode: Credentials['mode'],
) {
  const cookieauth = mode === 'cookie'
  if (given) return { login: given.login, password: given.password, cookieauth, exp: given.lifetimeSeconds }
  if (!application?.name || !application.key || !application.secret)
    throw new ClientError('credential_missing')
  return { application: application.name, login: application.key, password: application.secret, cookieauth }
}
