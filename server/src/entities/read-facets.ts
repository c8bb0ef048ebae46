import { assetStatuses, type Facets, type FacetValue } from '@cartouche/contract'
import type { Context } from '../access/context.ts'
import { scopeOf } from '../access/decide.ts'
import { isLink, type Field, type Schema } from '../schemas/schema.ts'
import { listSchemas } from '../schemas/schema-registry.ts'
import type { Counts } from '../search/counts.ts'
import { selectFacetKeys } from '../search/facet-values.sql.ts'
import { keepInScope } from '../search/find.ts'
import { selectNames } from './entities.sql.ts'
import { nameIn } from './read-entities.ts'

/** Values of one facet that an answer holds: those with most hits. */
const maxValues = 100

/**
 * Facets as they travel: by field, values with most hits first. Linked values carry their name, and only those that the
 * surfer may see are told.
 * @source wire facts "Lists": aggregates
 */
export async function readFacets(context: Context, schema: Schema, counts: Counts, fields?: readonly string[]): Promise<Facets> {
  const wanted = [...schema.fields.values()].filter((field) => (fields && fields.length > 0 ? fields.includes(field.name) : field.isFacet))
  const keys = await facetKeys(context, counts)
  const facets = await Promise.all(wanted.map(async (field) => [field.name, await valuesOf(context, field, keys.get(field.name) ?? [])] as const))
  const answer: Facets = Object.fromEntries(facets)
  if (schema.hasWorkflow && (!fields || fields.length === 0 || fields.includes('status'))) answer['status'] = statusValues(keys.get('status') ?? [])
  return answer
}

function statusValues(counted: readonly Counted[]): FacetValue[] {
  const names = new Map(Object.entries(assetStatuses).map(([name, id]) => [String(id), name]))
  return counted.map(({ key, count }) => ({ count, total: count, data: { id: Number(key), name: names.get(key) ?? key } }))
}

interface Counted { readonly key: string; readonly count: number }

async function facetKeys(context: Context, counts: Counts): Promise<Map<string, Counted[]>> {
  const known = await selectFacetKeys(context.database, [...counts.byValue.keys()])
  const byField = new Map<string, Counted[]>()
  for (const [value, count] of counts.byValue) {
    const at = known.get(value)
    if (!at || at.key === '') continue
    const list = byField.get(at.field) ?? []
    list.push({ key: at.key, count })
    byField.set(at.field, list)
  }
  for (const list of byField.values()) list.sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1))
  return byField
}

async function valuesOf(context: Context, field: Field, counted: readonly Counted[]): Promise<FacetValue[]> {
  const top = counted.slice(0, maxValues)
  if (!isLink(field)) return top.map(({ key, count }) => ({ count, total: count, data: { id: key, name: key } }))
  const ids = top.map(({ key }) => Number(key))
  const where = { database: context.database, schemas: await listSchemas(context.database) }
  const [visible, names] = await Promise.all([
    keepInScope(where, scopeOf(context.identity, field.target, 'view'), ids), selectNames(context.database, field.target, ids),
  ])
  const shown = new Set(visible)
  return top.flatMap(({ key, count }) => {
    const id = Number(key)
    return shown.has(id) ? [{ count, total: count, data: { id, name: nameIn(names.get(id) ?? {}, context.locale) } }] : []
  })
}
