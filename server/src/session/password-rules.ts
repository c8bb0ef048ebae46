import { ApiError } from '@cartouche/contract'

/** Characters of a password that a person chooses, at least. */
const minLength = 10

/**
 * Checks a password that a person chose: long enough, and not the login.
 * @throws password_too_weak with the length that is needed
 * @source decision: length counts, not kinds of characters (NIST SP 800-63B)
 */
export function requireGoodPassword(password: string, login: string): void {
  const isLogin = password.trim().toLowerCase() === login.trim().toLowerCase()
  if (Array.from(password).length < minLength || isLogin) throw new ApiError('password_too_weak', { length: minLength })
}
