import type { CallAnswer, CallInput, Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { scopeOf } from '../../access/decide.ts'
import { requireRows } from '../../model/entities/decide-rows.ts'
import { getSchemaOf } from '../../model/schemas/schema-registry.ts'
import { keepInScope } from '../../model/search/find.ts'
import { searchIn } from '../../model/search/search-in.ts'
import { compileCartAccess } from '../carts/cart-scope.ts'
import {
  maxShown,
  selectCartsWith,
  selectEmbedsOf,
  selectPageNames,
  selectSharesOf,
  type Counted,
} from './asset-uses.sql.ts'
import { findMentions } from './find-mentions.ts'
import { findSavedSearches } from './find-saved-searches.ts'

/**
 * Where assets are used, for whoever may delete every one of them. What they may not see is counted, not
 * named.
 * @throws entity_not_found, access_denied, sign_in_needed
 * @source decision 0198
 */
export async function getAssetUses(
  context: Context,
  { ids }: CallInput<Calls['getAssetUses']>,
): Promise<CallAnswer<Calls['getAssetUses']>> {
  const { database, identity } = context
  await requireRows(context, await getSchemaOf(context, 'asset'), ids, 'delete')
  const isSeen = compileCartAccess(identity, 'view')
  const [carts, shares, pages, embeds, searches] = await Promise.all([
    selectCartsWith(database, ids, isSeen),
    selectSharesOf(database, ids, isSeen),
    findPages(context, ids),
    selectEmbedsOf(database, ids),
    findSavedSearches(context, ids),
  ])
  return { carts, shares, pages, embeds, searches }
}

async function findPages(
  context: Context,
  ids: readonly number[],
): Promise<Counted<{ id: number; name: string; isPublished: boolean }>> {
  const mentions = await findMentions(context.database, ids)
  const pageIds = new Set(mentions.flatMap(({ pageId }) => pageId ?? []))
  const pages = await selectPageNames(context.database, [...pageIds])
  const scope = scopeOf(context.identity, 'page', 'view')
  const seen = new Set(
    await keepInScope(
      await searchIn(context),
      scope,
      pages.map(({ id }) => id),
    ),
  )
  return { count: pages.length, shown: pages.filter(({ id }) => seen.has(id)).slice(0, maxShown) }
}
