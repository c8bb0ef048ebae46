import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from '../../access/context.ts'
import { scopeOf } from '../../access/decide.ts'
import { createAnswerCache, type AnswerCache } from '../../ground/cache.ts'
import type { Services } from '../../ground/services.ts'
import { keepInScope } from '../../model/search/find.ts'
import { searchIn } from '../../model/search/search-in.ts'
import { findAccount } from '../../people/session/account.ts'
import { noSession } from '../shares/find-visitor.ts'
import { selectPageLink, type StoredPageLink } from './page-links.sql.ts'

/** Links that are active, for those who open them; none where there is none. */
export type PageLinkCache = AnswerCache<readonly [StoredPageLink] | readonly []>

declare module '../../ground/services.ts' {
  interface Services {
    readonly pageLinks: PageLinkCache
  }
}

/** Creates an empty cache. */
export function createPageLinkCache(changes: Services['changes']): PageLinkCache {
  return createAnswerCache(changes, { max: 2000, maxAgeMs: 5000, cacheable: ([link]) => link !== undefined })
}

/**
 * A link as long as it is active: it has neither expired nor been revoked, and its author may sign in and
 * still share its page. Whether somebody knows its password is for the caller to ask. Read once for hundreds
 * who come at once, and again after any change.
 */
export async function findActivePageLink(context: Context, id: string): Promise<StoredPageLink | undefined> {
  const [found] = await context.pageLinks(id, async () => {
    const link = await selectPageLink(context.database, id)
    return link && (await mayShare(context, link)) ? [link] : []
  })
  return found && found.expiresAt.getTime() > Date.now() ? found : undefined
}

async function mayShare(context: Context, { author, pageId }: StoredPageLink): Promise<boolean> {
  const account = await findAccount(context.database, author)
  if (!account) return false
  const identity = { ...account, session: noSession }
  const shared = await keepInScope(await searchIn(context), scopeOf(identity, 'page', 'share'), [pageId])
  return shared.length > 0
}

/** Seconds for which a browser may read a page by a link that it opened; fewer where the link ends sooner. */
const keptSeconds = 30 * 86_400
const cookieName = (pageId: number): string => `page_link_${pageId}`
const cookieNames = /^page_link_[1-9]\d{0,14}$/
/** Pages that one browser has open by links, as far as they count: each is asked for in the database. */
const mostOpen = 20

/** Lets this browser read the page of a link from now on. */
export async function openPage(context: Context, link: StoredPageLink): Promise<void> {
  const seconds = Math.floor((link.expiresAt.getTime() - Date.now()) / 1000)
  context.setCookie({
    name: cookieName(link.pageId),
    value: `${link.id}.${await sign(context, link)}`,
    httpOnly: true,
    maxAgeSeconds: Math.max(1, Math.min(keptSeconds, seconds)),
  })
}

/**
 * Ids of the pages that this browser has open by links that are active now, in order.
 * @source decision 0255
 */
export async function findOpenPages(context: Context): Promise<readonly number[]> {
  const tickets = Object.entries(context.request.cookies)
    .filter(([name]) => cookieNames.test(name))
    .slice(0, mostOpen)
  const pages = await Promise.all(tickets.map(([name, ticket]) => openedBy(context, name, ticket ?? '')))
  return pages.flat().toSorted((a, b) => a - b)
}

async function openedBy(context: Context, name: string, ticket: string): Promise<number[]> {
  const [id = '', signature = ''] = ticket.split('.')
  const link = await findActivePageLink(context, id)
  if (!link || cookieName(link.pageId) !== name) return []
  const given = Buffer.from(signature)
  const expected = Buffer.from(await sign(context, link))
  return given.length === expected.length && timingSafeEqual(given, expected) ? [link.pageId] : []
}

/** Whoever has it opened the link; the hash of the password stands for its having been known. */
async function sign({ database, shareCaches }: Context, link: StoredPageLink): Promise<string> {
  return createHmac('sha256', await shareCaches.ticketKey(database))
    .update(JSON.stringify(['page-link', link.id, link.passwordHash]))
    .digest('base64url')
}
