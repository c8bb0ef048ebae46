import { ApiError, isApiError } from '@cartouche/contract'
import type { RequestFacts } from '../../access/context.ts'
import type { Services } from '../../ground/services.ts'
import type { Visitor } from '../../access/identity.ts'
import { findOpenShare } from './find-visitor.ts'
import type { StoredShare } from './shares.sql.ts'
import { isTicketGood, shareIdOf } from './ticket.ts'
import { tryLinkPassword } from './try-link-password.ts'
import { visitorKey } from '../../access/audit/visitors.ts'
import { admitVisitor } from '../../access/audit/visits.sql.ts'

/** How a visitor says which share they open: by its id, with the password in the header, or by a ticket. */
export type VisitorClaim = { readonly shareId: string } | { readonly ticket: string }

/**
 * Who opens a share. It is asked again at every request: a share that is revoked, or whose sharer may share
 * its cart no more, ends at once with every ticket given out under it. A share that lets in so many lets in
 * whoever knows its password, one after the other; its tickets are with those who were let in.
 * @throws share_not_found, share_password_needed, share_password_wrong, share_used_up, too_many_guesses
 * @source portal §6: a basic authorisation header carries the password; wire facts "Carts": with an empty
 * user name
 */
export async function identifyVisitor(
  services: Pick<Services, 'database' | 'shareCaches'>,
  request: RequestFacts,
  claim: VisitorClaim,
): Promise<Visitor> {
  const byTicket = 'ticket' in claim
  const found = await findOpenShare(services, byTicket ? shareIdOf(claim.ticket) : claim.shareId)
  if (!found || (byTicket && !(await isTicketGood(services, claim.ticket, found.share))))
    throw new ApiError('share_not_found')
  if (!byTicket) {
    await checkPassword(services, request, found.share)
    const { id, uses_max: usesMax } = found.share
    if (usesMax !== null && !(await admitVisitor(services.database, id, visitorKey(id, request), usesMax)))
      throw new ApiError('share_used_up')
  }
  return found.visitor
}

async function checkPassword(
  services: Pick<Services, 'database' | 'shareCaches'>,
  request: RequestFacts,
  { id, password_hash: passwordHash }: StoredShare,
): Promise<void> {
  if (passwordHash === null) return
  const password = passwordOf(request.authorization)
  if (password === undefined) throw new ApiError('share_password_needed')
  const link = { kind: 'share', id, passwordHash } as const
  const isRight = await tryLinkPassword(services, request, link, password).catch(refuseGuess)
  if (!isRight) throw new ApiError('share_password_wrong')
}

/** Existing clients take any other status than 401 or 404 for a share without items. */
function refuseGuess(error: unknown): never {
  if (!isApiError(error, 'too_many_guesses')) throw error
  throw new ApiError('too_many_guesses', error.data, undefined, { status: 401, sub: error.sub })
}

/** The password of `Basic base64(":" + password)`; undefined where there is none. */
function passwordOf(authorization: string | undefined): string | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/_-]+=*)\s*$/i.exec(authorization ?? '')?.[1]
  const text = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString('utf8')
  return text.slice(text.indexOf(':') + 1) || undefined
}
