import { timingSafeEqual } from 'node:crypto'
import { ApiError } from '@cartouche/contract'
import type { Identity } from '../../access/identity.ts'
import { hashToken } from './tokens.ts'

/**
 * Checks a request that changes something: a browser sends a session's cookie from other sites too, but only
 * pages of this one can read the token that belongs to it. Sessions by bearer token need none.
 * @throws csrf_missing
 */
export function checkCsrf(identity: Identity, presentedToken: string | undefined): void {
  if ((identity.kind !== 'user' && identity.kind !== 'application') || !identity.session.cookie) return
  if (presentedToken === undefined || !isSame(presentedToken, identity.session.csrfToken))
    throw new ApiError('csrf_missing')
}

/** In constant time; hashed first, as the comparison wants equal lengths. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(hashToken(one)), Buffer.from(hashToken(other)))
}
