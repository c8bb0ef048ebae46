import type { SessionTokens, Surfer } from '@cartouche/contract/wire'
import type { Failure } from '../failure.ts'
import type { LoadStatus } from '../load-status.ts'
import type { Readable } from '../store/keyed-store.ts'

/** Who is signed in, as the data layer knows it. */
export interface SessionSnapshot {
  /**
   * `unknown` before the first `connect`; `fetching` while it is asked; `loaded` when it is known, also that
   * it is nobody; `invalid` after a 419.
   */
  readonly status: LoadStatus
  readonly user: Surfer | null
  /** @source portal §3 Surfer */
  readonly kind: 'unknown' | 'application' | 'user'
  /** A user is connected; an application identity counts as disconnected. @source portal §4 Session */
  readonly connected: boolean
  /** The session could not be renewed: what is shown may be old, and the next call may be refused. */
  readonly connectionExpired: boolean
  /** The server wants a new password first (403/2). */
  readonly passwordChangeNeeded: boolean
  readonly error: Failure | null
  /** Language of the interface, for example `en` or `fr-CA`. */
  readonly locale: string
  /** Whether pictures come with a watermark. @source portal §6 */
  readonly watermarked: boolean
}

/** Login and password of a user. `lifetimeSeconds`: requested lifetime of the session. */
export interface SignIn {
  readonly login: string
  readonly password: string
  readonly lifetimeSeconds?: number
  /**
   * Whoever was signed in stays so when this fails; otherwise nobody is.
   * @source portal §4 Session: the profile is cleared by default
   */
  readonly keepUser?: boolean
}

/**
 * Another proof of who signs in than login and password: a call that opens a session. `cookieauth`: whether
 * the browser is to keep it.
 */
export type Proof = (options: { readonly cookieauth: boolean }) => Promise<SessionTokens>

/**
 * How a session ends. `reconnect`: whether the application signs in afterwards, where one is given; it does
 * by default.
 */
export interface SignOut {
  readonly reconnect?: boolean
}

/** Credentials of an application. @source portal §3 */
export interface ApplicationCredentials {
  readonly name: string
  readonly key: string
  readonly secret: string
}

/** A change of the own password. `passkey`: what it answered to the challenge of `askForPasskey`. */
export interface PasswordChange {
  readonly login: string
  readonly password: string
  readonly newPassword: string
  readonly code?: string
  readonly passkey?: { readonly challenge: string; readonly response: Record<string, unknown> }
}

/** Sign-in and sign-out, renewal, who-am-I. */
export interface Session extends Readable<SessionSnapshot> {
  /**
   * Takes up a session that lives from before (its cookie), else signs in as the application where one is
   * given. Never rejects.
   */
  connect(): Promise<void>
  /**
   * Signs in: with login and password as a user, by another proof, without anything as the application. A
   * `connect` under way ends first and changes nothing any more.
   * @throws sign_in_failed, too_many_guesses, password_change_needed, credential_missing, network;
   * second_factor_needed and second_factor_enrolment_needed with a challenge, which `secondFactorsOf(client)`
   * goes on with; what the proof throws
   */
  signIn(credentials?: SignIn | Proof): Promise<void>
  /**
   * Ends the session, then connects as the application where one is given. Answers where the browser goes on,
   * to sign out at its provider of single sign-on too; undefined where nothing is left to do.
   * @throws sign_out_refused when no user is signed in
   */
  signOut(options?: SignOut): Promise<string | undefined>
  /** Reads who is signed in again. */
  refreshUser(): Promise<void>
  /**
   * Changes the own password. Whoever is not signed in and has a second factor gives a `code` too, or what a
   * passkey answered.
   * @returns what signs in by `secondFactorsOf(client)` without another code, for whoever has just given one.
   * @throws sign_in_failed when the present password is wrong; second_factor_needed, second_factor_failed;
   * password_too_weak, password_is_login, password_not_new, password_too_common
   */
  changePassword(change: PasswordChange): Promise<string | undefined>
  /** Changes the language here and, for a user, in the profile. */
  changeLocale(locale: string): Promise<void>
  /**
   * Whether the role grants an action, as `resource/action`. For showing and hiding; the server decides
   * again.
   */
  can(grant: string): boolean
  /** What a call has to wait for: the renewal of a session that ran out while the machine slept. */
  ready(): Promise<void> | undefined
  /** Stops the renewal of the session; for the end of a program. */
  dispose(): void
}
