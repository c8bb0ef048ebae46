import { timingSafeEqual } from 'node:crypto'
import { ApiError } from '@cartouche/contract'
import type { RequestFacts } from '../../access/context.ts'
import type { Identity } from '../../access/identity.ts'
import { hashToken } from './tokens.ts'

/** What a request brings along to show which page made it. */
export interface CsrfProof {
  readonly request: Pick<RequestFacts, 'baseUrl' | 'headers'>
  /** Other origins that browsers may call from. */
  readonly origins: readonly string[]
  /** The session's token, in the header `x-csrf-token` or the field `_csrf`. */
  readonly token: string | undefined
}

/**
 * Checks a request that changes something: a browser sends a session's cookie from other sites too, but only
 * a page of this one can read the token that belongs to it, and only for such a page the browser says so
 * itself. A token that is presented has to be the session's: a page that was opened for somebody who has
 * signed out since changes nothing for whoever signed in after them. Sessions by bearer token need no proof.
 * @throws csrf_missing
 * @source decision 0137
 */
export function checkCsrf(identity: Identity, { request, origins, token }: CsrfProof): void {
  if ((identity.kind !== 'user' && identity.kind !== 'application') || !identity.session.cookie) return
  const { csrfToken } = identity.session
  const isProved =
    token === undefined
      ? isSame(request.headers['x-xsrf-token'], csrfToken) || isOwnPage(request, origins)
      : isSame(token, csrfToken)
  if (!isProved) throw new ApiError('csrf_missing')
}

/**
 * Whether the browser says that a page of this address, or of a listed origin, made the request. No script
 * can set either header; where both are there, they must agree.
 * @source Fetch §3.2 and §4.8: Origin; Fetch Metadata §2.4: Sec-Fetch-Site
 */
function isOwnPage({ baseUrl, headers }: CsrfProof['request'], origins: readonly string[]): boolean {
  const { origin } = headers
  const site = headers['sec-fetch-site']
  if (origin === undefined) return site === 'same-origin'
  if (typeof origin !== 'string') return false
  const isOwn = origin === new URL(baseUrl).origin && (site === undefined || site === 'same-origin')
  return isOwn || origins.includes(origin)
}

/** In constant time; hashed first, as the comparison wants equal lengths. */
function isSame(presented: unknown, expected: string): boolean {
  return (
    typeof presented === 'string' &&
    timingSafeEqual(Buffer.from(hashToken(presented)), Buffer.from(hashToken(expected)))
  )
}
