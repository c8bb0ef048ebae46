import type { Query } from '@cartouche/contract'
import type { RawBuilder, SqlBool } from 'kysely'
import { timelessKey, type Scope } from '../access/decide.ts'
import type { Database } from '../database/database.ts'
import { selectFacetValueIds, wholeResource } from './facet-values.sql.ts'
import { signatureOf } from './page-token.ts'
import { countFacets, countRows, selectKeptCounts, selectRevision } from './search.sql.ts'

/** The total, and how many hits have each facet value, by the value's number; empty where facets were not asked for. */
export interface Counts {
  readonly total: number
  readonly byValue: ReadonlyMap<number, number>
}

interface Searched {
  readonly scope: Scope
  readonly query: Query
  readonly fulltext?: string | undefined
}

/** Counts that still hold, by signature. A library in use repeats few queries often: its first page, and what a viewer may see. */
interface Remembered {
  readonly revision: number
  readonly at: number
  readonly counts: Counts
}
const remembered = new WeakMap<Database, Map<string, Remembered>>()
const maxRemembered = 200
/** Row rules name the present instant: counts under them are right to a minute. */
const holdsForMs = 60_000

/**
 * Counts the hits of a search, with every facet in the same pass. Where nothing constrains, the counts are those that
 * triggers keep; a repeated search is answered from memory while the library did not change.
 * @source DESIGN: unfiltered counts by trigger or cache; 1.4 s otherwise for a million rows
 */
export async function getCounts(database: Database, resource: string, search: Searched, condition: RawBuilder<SqlBool>, withFacets: boolean): Promise<Counts> {
  // What a cart holds changes without a change of the projection.
  if (search.scope.cartId !== null) return count(database, resource, condition, false, withFacets)
  const revision = await selectRevision(database)
  const whole = search.fulltext === undefined && constrainsNothing(search)
  const key = `${withFacets}${whole ? resource : signatureOf([resource, search.query, search.fulltext ?? null, timelessKey(search.scope)])}`
  const memory = remembered.get(database) ?? new Map<string, Remembered>()
  remembered.set(database, memory)
  const known = memory.get(key)
  if (known?.revision === revision && Date.now() - known.at < holdsForMs) return known.counts
  const counts = await count(database, resource, condition, whole, withFacets)
  memory.delete(key)
  memory.set(key, { revision, at: Date.now(), counts })
  if (memory.size > maxRemembered) memory.delete(memory.keys().next().value ?? '')
  return counts
}

async function count(database: Database, resource: string, condition: RawBuilder<SqlBool>, whole: boolean, withFacets: boolean): Promise<Counts> {
  if (!withFacets && !whole) return { total: await countRows(database, resource, condition), byValue: new Map() }
  const [byValue, [wholeValue]] = await Promise.all([
    whole ? selectKeptCounts(database, resource) : countFacets(database, resource, condition),
    selectFacetValueIds(database, resource, wholeResource.field, [wholeResource.key]),
  ])
  return { total: wholeValue === undefined ? 0 : (byValue.get(wholeValue) ?? 0), byValue }
}

function constrainsNothing({ scope, query }: Searched): boolean {
  return scope.rows.kind === 'all' && scope.cartId === null && (query.kind === 'all' || (query.kind === 'compare' && query.field === 'activated' && query.operator === 'eq' && query.values[0] === true))
}
