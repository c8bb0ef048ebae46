import { calls, isApiError, type SessionTokens, type Surfer } from '@cartouche/contract'
import { wait, type Clock } from '../clock.ts'
import { ClientError, isClientError, toFailure, type Failure } from '../failure.ts'
import type { Log } from '../log.ts'
import { createCell, type Cell } from '../store/keyed-store.ts'
import type { Credentials, Transport } from '../transport/transport.ts'
import { scheduleRenewal } from './renew-session.ts'
import type { ApplicationCredentials, Session, SessionSnapshot, SignIn } from './session-snapshot.ts'

export interface SessionOptions {
  readonly transport: Pick<Transport, 'call' | 'onFailure'>
  /** Where the transport reads the proof of the session from. */
  readonly credentials: Cell<Credentials>
  readonly clock: Clock
  readonly log: Log
  /** Who signs in where no person does. */
  readonly application?: ApplicationCredentials | undefined
  /** Language until the surfer's own is known. */
  readonly locale: string
}

/** A session that nothing is known of yet. */
export function unknownSession(locale: string): SessionSnapshot {
  return {
    status: 'unknown', surfer: null, kind: 'unknown', connected: false, connectionExpired: false, passwordChangeNeeded: false, error: null,
    locale: normaliseLocale(locale), watermarked: true,
  }
}

/** Underscores become hyphens; nothing becomes English. @source portal §9 */
export function normaliseLocale(locale: string): string {
  return locale.trim().replaceAll('_', '-') || 'en'
}

/** Creates the session. @source portal §4 Session, §6, §7 Session, §8 */
export function createSession(options: SessionOptions): Session {
  const { transport, credentials } = options
  const cell = createCell(unknownSession(options.locale))
  const edit = (change: Partial<SessionSnapshot>): void => cell.update((session) => ({ ...session, ...change }))
  const renewal = scheduleRenewal({ ...options, adopt, expire: () => {
    edit({ connectionExpired: true })
    void connect()
  } })
  function adopt(tokens: SessionTokens): void {
    credentials.update(({ mode }) => ({ mode, csrfToken: tokens.csrfToken, ...(mode === 'bearer' ? { accessToken: tokens.accessToken } : {}) }))
    renewal.start(tokens)
  }
  const forget = (change: Partial<SessionSnapshot> = {}): void => {
    renewal.stop()
    credentials.update(({ mode }) => ({ mode }))
    edit({ ...withoutSurfer, ...change })
  }
  const refreshSurfer = async (): Promise<void> => {
    const { response } = await transport.call(calls.whoami, {})
    const surfer = response.data
    const { csrfToken } = surfer
    if (csrfToken) credentials.update((known) => ({ ...known, csrfToken }))
    edit({ status: 'loaded', error: null, connectionExpired: false, passwordChangeNeeded: false, ...ofSurfer(surfer) })
  }
  const enter = async (given?: SignIn): Promise<void> => {
    edit({ status: 'fetching', error: null })
    try {
      adopt(await transport.call(calls.signIn, signInParameters(given, options.application, credentials.get().mode)))
      await refreshSurfer()
    } catch (error) {
      const failure = toFailure(error)
      forget({ status: 'error', error: failure, passwordChangeNeeded: isApiError(failure, 'password_change_needed') })
      throw failure
    }
  }
  const connect = async (): Promise<void> => {
    edit({ status: 'fetching', error: null })
    try {
      adopt(await transport.call(calls.refreshSession, credentials.get().mode === 'cookie' ? { cookieauth: true } : renewal.token()))
      await refreshSurfer()
    } catch (error) {
      await connectAfter(toFailure(error), { ...options, forget, enter })
    }
  }
  // The server said that the session is gone: everything that follows will be refused.
  transport.onFailure((failure, call) => {
    if (isApiError(failure, 'session_gone') && call.name !== calls.refreshSession.name) forget({ status: 'invalid', error: failure })
  })
  return {
    get: cell.get, subscribe: cell.subscribe, connect, refreshSurfer, signIn: enter,
    signOut: () => signOut({ ...options, session: cell.get(), forget, connect, refreshToken: renewal.token }),
    async changePassword(change) {
      await transport.call(calls.patchProfile, change)
      edit({ passwordChangeNeeded: false, error: null })
      if (cell.get().surfer) await refreshSurfer()
    },
    async changeLocale(locale) {
      edit({ locale: normaliseLocale(locale) })
      if (!cell.get().connected) return
      await transport.call(calls.patchProfile, { json: { bolang: normaliseLocale(locale) } })
      await refreshSurfer()
    },
    can: (grant) => cell.get().surfer?.grants.includes(grant) ?? false,
    dispose: () => renewal.stop(),
  }
}

const withoutSurfer: Partial<SessionSnapshot> = { surfer: null, kind: 'unknown', connected: false, watermarked: true }

/** What a surfer means for the session. @source portal §3 Surfer, §4 Session, §6 */
function ofSurfer(surfer: Surfer): Partial<SessionSnapshot> {
  const kind = surfer.application ? 'application' : 'user'
  return { surfer, kind, connected: kind === 'user', locale: normaliseLocale(surfer.locale), watermarked: surfer.role.watermark }
}

/** With login and password as a user, without as the application. @throws credential_missing @source portal §4 Session, §8 */
function signInParameters(given: SignIn | undefined, application: ApplicationCredentials | undefined, mode: Credentials['mode']) {
  const cookieauth = mode === 'cookie'
  if (given) return { login: given.login, password: given.password, cookieauth, ...(given.lifetimeSeconds === undefined ? {} : { exp: given.lifetimeSeconds }) }
  if (!application?.name || !application.key || !application.secret) throw new ClientError('credential_missing')
  return { application: application.name, login: application.key, password: application.secret, cookieauth }
}

interface Reconnect extends SessionOptions {
  readonly forget: (change?: Partial<SessionSnapshot>) => void
  readonly enter: (given?: SignIn) => Promise<void>
}

/** What follows when no session could be taken up. @source portal §8 Sign-in */
async function connectAfter(failure: Failure, { application, log, forget, enter }: Reconnect): Promise<void> {
  if (isApiError(failure, 'password_change_needed')) return forget({ status: 'loaded', error: failure, passwordChangeNeeded: true })
  if (!application) {
    // Nobody is signed in: that is an answer. A server that cannot be asked is not.
    const nobody = isApiError(failure) && failure.status < 500
    return forget(nobody ? { status: 'loaded', error: null } : { status: 'error', error: failure })
  }
  await enter().catch((error: unknown) => log('error', 'The application could not sign in', error))
}

interface Leave extends Pick<SessionOptions, 'transport' | 'log' | 'application'> {
  readonly session: SessionSnapshot
  readonly forget: () => void
  readonly connect: () => Promise<void>
  readonly refreshToken: () => { readonly token?: string }
}

/** @throws sign_out_refused @source portal §4 Session: only signed-in users may sign out, otherwise it is logged as not allowed */
async function signOut({ session, transport, log, application, forget, connect, refreshToken }: Leave): Promise<void> {
  if (!session.connected) {
    const refused = new ClientError('sign_out_refused')
    log('warn', refused.message)
    throw refused
  }
  await transport.call(calls.signOut, refreshToken())
  forget()
  if (application) await connect()
}
