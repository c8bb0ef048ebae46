import type { Context } from '../../access/context.ts'
import { scopeOf } from '../../access/decide.ts'
import type { Identity } from '../../access/identity.ts'
import { keepInScope } from '../../model/search/find.ts'
import { searchIn } from '../../model/search/search-in.ts'
import { findAccount } from '../../people/session/account.ts'
import { findOpenPages } from '../page-links/open-pages.ts'
import { selectPagesAt, selectPublishedPages, type PublishedPage } from './published-pages.sql.ts'

/** A page, and as whom what it shows is read. */
export interface ReadablePage {
  readonly page: PublishedPage
  readonly reader: Identity
}

/** The page of an address that the caller may read; undefined where there is none. */
export async function findPageAt(context: Context, address: string): Promise<ReadablePage | undefined> {
  return firstReadable(context, await selectPagesAt(context.database, trimSlashes(address)))
}

/** The same by id. */
export async function findPageById(context: Context, id: number): Promise<ReadablePage | undefined> {
  return firstReadable(context, await selectPublishedPages(context.database, [id]))
}

/** Those of some pages that the caller may read, by id. */
export async function findReadable(context: Context, ids: readonly number[]): Promise<PublishedPage[]> {
  const pages = await selectPublishedPages(context.database, ids)
  const found = await Promise.all(pages.map((page) => firstReadable(context, [page])))
  return found.flatMap((one) => (one ? [one.page] : []))
}

/** Where a page stands, from the root of the site. */
export function addressOf({ path }: Pick<PublishedPage, 'path'>): string {
  return `/p/${path.split('/').map(encodeURIComponent).join('/')}`
}

/** Slashes at its ends are no part of an address. */
export function trimSlashes(address: string): string {
  return address.replaceAll(/^\/+|\/+$/g, '')
}

/**
 * A page that is open to everybody is the same for everybody: what it shows is decided by its owner's rights.
 * Every other page is read as the caller; one that the caller may not see, but has a link to, by its owner's
 * rights, too.
 * @source decisions 0172 and 0255
 */
async function firstReadable(
  context: Context,
  pages: readonly PublishedPage[],
): Promise<ReadablePage | undefined> {
  const { identity } = context
  const seen = await keepInScope(
    await searchIn(context),
    scopeOf(identity, 'page', 'view'),
    pages.filter((page) => !page.public).map(({ id }) => id),
  )
  // Within a page, another one is not opened by a link to that.
  const opened = identity.kind === 'page' ? [] : await findOpenPages(context)
  for (const page of pages) {
    if (!page.public && seen.includes(page.id)) return { page, reader: identity }
    const isOpen = page.public || opened.includes(page.id)
    const reader = isOpen ? await readerOf(context, page) : undefined
    if (reader) return { page, reader }
  }
  return undefined
}

/** Within a page that is open to everybody, another one is read by the same rights. */
async function readerOf(
  { database, identity }: Context,
  { id, ownerId }: PublishedPage,
): Promise<Identity | undefined> {
  if (identity.kind === 'page') return identity
  const author =
    ownerId === null
      ? undefined
      : ((await findAccount(database, { kind: 'user', id: ownerId })) ??
        (await findAccount(database, { kind: 'application', id: ownerId })))
  return author && { kind: 'page', pageId: id, assets: null, files: [], author }
}
