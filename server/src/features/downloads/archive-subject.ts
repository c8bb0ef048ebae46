import { and, ApiError, everything, parseQuery, parseResourcePath } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { refusal, requireAction, scopeOf } from '../../access/decide.ts'
import type { SignedIn } from '../../access/identity.ts'
import { itemResource } from '../carts/cart-viewer.ts'
import { compileHits } from '../../model/search/find.ts'
import { insertList, selectArchivedList, type ArchiveSubject } from './archives.sql.ts'
import { archiveExpiry } from './create-archive.ts'
import { searchIn } from '../../model/search/search-in.ts'

/** A whole search as a client asks for it. */
export interface SearchInput {
  readonly path?: string | undefined
  readonly query?: unknown
  readonly fulltext?: string | undefined
  readonly fulltextMode?: 'should' | 'must' | undefined
  readonly orderby?: string | undefined
  readonly list?: string | undefined
  readonly name?: string | undefined
}

/** A search whose hits are kept, and who asked. */
export interface OwnSearch {
  readonly subject: ArchiveSubject
  readonly maker: SignedIn
  readonly list: string
  readonly count: number
}

const searchName = { en: 'Search', fr: 'Recherche' }

/**
 * The hits of a search that someone signed in may see, kept as they are now, or those that they kept before.
 * @throws list_not_found, unknown_resource, query_syntax, unknown_field, invalid_parameter, archive_empty,
 * sign_in_needed, access_denied
 */
export async function getSearchSubject(context: Context, input: SearchInput): Promise<OwnSearch> {
  const { identity } = context
  requireAction(identity, itemResource, 'download')
  if (identity.kind !== 'user' && identity.kind !== 'application') throw refusal(identity)
  const list = input.list ?? (await keepHits(context, identity, input))
  const { count = 0, ...kept } = (await selectArchivedList(context.database, list, identity)) ?? {}
  if (!('source' in kept)) throw new ApiError('list_not_found')
  if (count === 0) throw new ApiError('archive_empty')
  return {
    subject: { ...kept, name: input.name?.trim() || searchName[context.locale === 'fr' ? 'fr' : 'en'] },
    maker: identity,
    list,
    count,
  }
}

async function keepHits(context: Context, identity: SignedIn, input: SearchInput): Promise<string> {
  const { database } = context
  const named = parseResourcePath(input.path ?? 'dam/data/asset')
  if (named.kind !== 'list' || named.resources.length !== 1 || named.resources[0] !== itemResource)
    throw new ApiError('invalid_parameter', { parameter: 'path', reason: 'assets alone can be downloaded' })
  const own = (input as Readonly<Record<string, unknown>>)[`query_${itemResource}`]
  const query = and(
    input.query === undefined ? everything : parseQuery(input.query),
    own === undefined ? everything : parseQuery(own),
  )
  const search = {
    scope: scopeOf(identity, itemResource, 'view'),
    query,
    fulltext: input.fulltext,
    fulltextMode: input.fulltextMode,
  }
  const compiled = await compileHits(await searchIn(context), search, input.orderby)
  return (await insertList(database, identity, itemResource, compiled, archiveExpiry())).uuid
}
