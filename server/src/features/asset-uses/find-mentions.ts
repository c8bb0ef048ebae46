import { parseProps } from '@cartouche/components'
import { partSteps } from '@cartouche/contract'
import type { Database } from '../../ground/database/database.ts'
import { propsOfPage } from '../published-pages/page-languages.ts'
import { linkedAssets } from '../published-pages/read-links.ts'
import { componentNamed } from '../published-pages/read-page.ts'
import { selectMentions, type MentionRow } from './asset-uses.sql.ts'

/** A widget, or a page by itself, that shows assets, offers them or links to them. */
export interface Mention {
  readonly row: MentionRow
  /** Those of the assets that were asked for. */
  readonly assets: readonly number[]
  /** The page that it stands in; undefined for what stands in a component that no page shows by itself. */
  readonly pageId: number | undefined
}

/** What of pages mentions some assets, whether it is published or not. @source decision 0198 */
export async function findMentions(database: Database, ids: readonly number[]): Promise<Mention[]> {
  const wanted = new Set(ids)
  return (await selectMentions(database, ids)).flatMap((row) => {
    const assets = [...new Set(assetsOf(row))].filter((id) => wanted.has(id))
    return assets.length === 0 ? [] : [{ row, assets, pageId: pageOf(row) }]
  })
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
