import {
  ApiError,
  pageLinkDays,
  type CallAnswer,
  type CallInput,
  type Calls,
  type PageLink,
} from '@cartouche/contract'
import { randomBytes } from 'node:crypto'
import type { Context } from '../../access/context.ts'
import { recordAudit } from '../../access/audit/record-audit.ts'
import { requireAction, requireSignedIn } from '../../access/decide.ts'
import { withTransaction } from '../../ground/database/database.ts'
import { keepInScope } from '../../model/search/find.ts'
import { searchIn } from '../../model/search/search-in.ts'
import { hashPassword } from '../../people/session/password-hash.ts'
import { choosePassword } from '../shares/choose-password.ts'
import {
  insertPageLink,
  revokePageLinkRow,
  selectPageLink,
  selectPageLinks,
  type StoredPageLink,
} from './page-links.sql.ts'

const dayMs = 86_400_000

/**
 * Lets whoever has the link read a page, as soon and as long as it is published.
 * @throws entity_not_found, invalid_parameter, password_too_weak, access_denied, sign_in_needed
 */
export async function createPageLink(
  context: Context,
  { page, name, expires, ...asked }: CallInput<Calls['createPageLink']>,
): Promise<CallAnswer<Calls['createPageLink']>> {
  const author = requireSignedIn(context.identity)
  await requireSharing(context, page)
  const expiresAt = parseExpiry(expires)
  const password = choosePassword(asked)
  const passwordHash = password === undefined ? null : await hashPassword(password)
  const id = randomBytes(16).toString('base64url')
  const link = await withTransaction(context.database, async (transaction) => {
    const kept = await insertPageLink(transaction, {
      id,
      pageId: page,
      author,
      name,
      passwordHash,
      expiresAt,
    })
    await recordAudit(context, transaction, {
      kind: 'pageLink.created',
      target: { resource: 'page', id: page, name },
      after: { expires: expiresAt, protected: passwordHash !== null },
    })
    return kept
  })
  return { ...toPageLink(context, link), ...(password === undefined ? {} : { password }) }
}

/** @throws entity_not_found, access_denied, sign_in_needed */
export async function listPageLinks(
  context: Context,
  { page }: CallInput<Calls['listPageLinks']>,
): Promise<CallAnswer<Calls['listPageLinks']>> {
  await requireSharing(context, page)
  return (await selectPageLinks(context.database, page)).map((link) => toPageLink(context, link))
}

/**
 * Ends a link, whoever of those who may share its page made it.
 * @throws page_link_not_found, access_denied, sign_in_needed
 */
export async function revokePageLink(
  context: Context,
  { link: id }: CallInput<Calls['revokePageLink']>,
): Promise<CallAnswer<Calls['revokePageLink']>> {
  requireSignedIn(context.identity)
  requireAction(context.identity, 'page', 'share')
  const link = await selectPageLink(context.database, id)
  const seen = link && (await requireSharing(context, link.pageId).catch(() => undefined))
  if (!link || !seen) throw new ApiError('page_link_not_found')
  await withTransaction(context.database, async (transaction) => {
    if (!(await revokePageLinkRow(transaction, id))) throw new ApiError('page_link_not_found')
    await recordAudit(context, transaction, {
      kind: 'pageLink.revoked',
      target: { resource: 'page', id: link.pageId, name: link.name },
    })
  })
  return { revoked: true }
}

async function requireSharing(context: Context, id: number): Promise<true> {
  const scope = requireAction(context.identity, 'page', 'share')
  const where = await searchIn(context)
  const shared = await keepInScope(where, scope, [id])
  const seen = await keepInScope(where, requireAction(context.identity, 'page', 'view'), shared)
  if (seen.length === 0) throw new ApiError('entity_not_found', { resource: 'page', id })
  return true
}

function parseExpiry(wanted: string | undefined): Date {
  const now = Date.now()
  const at = wanted === undefined ? now + pageLinkDays.default * dayMs : Date.parse(wanted)
  const refuse = (reason: string): ApiError =>
    new ApiError('invalid_parameter', { parameter: 'expires', reason })
  if (at <= now) throw refuse('it lies in the past')
  if (at > now + pageLinkDays.max * dayMs) throw refuse('a link is good for a year at most')
  return new Date(at)
}

function toPageLink({ request }: Context, link: StoredPageLink): PageLink {
  return {
    id: link.id,
    page: link.pageId,
    name: link.name,
    url: `${request.baseUrl}${pageLinkPath(link.id)}`,
    hasPassword: link.passwordHash !== null,
    createdAt: link.createdAt.toISOString(),
    author: link.authorName,
    expires: link.expiresAt.toISOString(),
    opened: link.opened,
    lastOpenedAt: link.lastOpenedAt?.toISOString() ?? null,
  }
}

/** Where a link is opened, from the root of the site. */
function pageLinkPath(id: string): string {
  return `/page-link/${id}`
}
