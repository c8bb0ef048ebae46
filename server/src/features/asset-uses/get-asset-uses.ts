import { parseProps } from '@cartouche/components'
import { partSteps, type CallAnswer, type CallInput, type Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { scopeOf } from '../../access/decide.ts'
import { requireRows } from '../../model/entities/decide-rows.ts'
import { getSchemaOf } from '../../model/schemas/schema-registry.ts'
import { keepInScope } from '../../model/search/find.ts'
import { searchIn } from '../../model/search/search-in.ts'
import { compileCartAccess } from '../carts/cart-scope.ts'
import { propsOfPage } from '../published-pages/page-languages.ts'
import { linkedAssets } from '../published-pages/read-links.ts'
import { componentNamed } from '../published-pages/read-page.ts'
import {
  maxShown,
  selectCartsWith,
  selectEmbedsOf,
  selectMentions,
  selectPageNames,
  selectSharesOf,
  type Counted,
  type MentionRow,
} from './asset-uses.sql.ts'

/**
 * Where assets are used, for who may delete every one of them. What they may not see is counted, not named.
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
  const [carts, shares, pages, embeds] = await Promise.all([
    selectCartsWith(database, ids, isSeen),
    selectSharesOf(database, ids, isSeen),
    findPages(context, ids),
    selectEmbedsOf(database, ids),
  ])
  return { carts, shares, pages, embeds }
}

async function findPages(
  context: Context,
  ids: readonly number[],
): Promise<Counted<{ id: number; name: string; isPublished: boolean }>> {
  const wanted = new Set(ids)
  const rows = await selectMentions(context.database, ids)
  const pageIds = rows.flatMap((row) =>
    assetsOf(row).some((id) => wanted.has(id)) ? (pageOf(row) ?? []) : [],
  )
  const pages = await selectPageNames(context.database, [...new Set(pageIds)])
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

/** The page that a widget stands in; none for what stands in a component that no page shows by itself. */
function pageOf({ parent, id }: MentionRow): number | undefined {
  if (parent === null) return id
  const [root] = partSteps(parent) ?? []
  return root?.resource === 'page' ? root.id : undefined
}

/** The assets that a widget or a page shows, offers or links to, in any of its languages. */
function assetsOf({ parent, props, value, translations, component: name }: MentionRow): number[] {
  const linked = [...translations.matchAll(/\basset:(\d{1,15})/g)].map(([, id]) => Number(id))
  if (parent === null) return [propsOfPage({ props }).picture ?? 0, ...linked]
  const component = name === null ? undefined : componentNamed(name)
  if (component === undefined) return linked
  const needs = component.needs(parseProps(component, props, value).props as never)
  return [...(needs.assets ?? []), ...(needs.files ?? []), ...linkedAssets(needs.links ?? []), ...linked]
}
