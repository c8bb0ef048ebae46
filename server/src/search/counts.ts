import { assetStatuses, type Query } from '@cartouche/contract'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { timelessKey, type Scope } from '../access/decide.ts'
import type { Database } from '../database/database.ts'
import { isLink, type Schema } from '../schemas/schema.ts'
import { selectFacetValueIds, wholeResource } from './facet-values.sql.ts'
import { signatureOf } from './page-token.ts'
import { reduceQuery } from './partial-query.ts'
import { countFacets, countRows, selectKeptCounts, selectRevision } from './search.sql.ts'

/** The total, and how many hits have each facet value, by the value's number; empty where facets were not asked for. */
export interface Counts {
  readonly total: number
  readonly byValue: ReadonlyMap<number, number>
}

/** What is counted: the compiled condition, and the search that it was compiled from. */
export interface Counted {
  readonly schema: Schema
  readonly scope: Scope
  readonly query: Query
  /** The compiled tsquery. */
  readonly fulltext: string | undefined
  readonly condition: RawBuilder<SqlBool>
  readonly withFacets: boolean
}

/** Counts that still hold, by signature. A library in use repeats few queries often. */
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
 * Counts the hits of a search, with every facet in the same pass. Where the kept counts answer, they do; a repeated
 * search is answered from memory while the library did not change.
 * @source DESIGN: unfiltered counts by trigger or cache; decision 0002
 */
export async function getCounts(database: Database, counted: Counted): Promise<Counts> {
  // What a cart holds changes without a change of the projection.
  if (counted.scope.cartId !== null) return countLive(database, counted)
  const revision = await selectRevision(database)
  const key = `${counted.withFacets}${signatureOf([counted.schema.resource, counted.query, counted.fulltext ?? null, timelessKey(counted.scope)])}`
  const memory = remembered.get(database) ?? new Map<string, Remembered>()
  remembered.set(database, memory)
  const known = memory.get(key)
  if (known?.revision === revision && Date.now() - known.at < holdsForMs) return known.counts
  const counts = (await countKept(database, counted)) ?? (await countLive(database, counted))
  memory.delete(key)
  memory.set(key, { revision, at: Date.now(), counts })
  if (memory.size > maxRemembered) memory.delete(memory.keys().next().value ?? '')
  return counts
}

async function countLive(database: Database, { schema, condition, withFacets }: Counted): Promise<Counts> {
  if (!withFacets) return { total: await countRows(database, schema.resource, condition), byValue: new Map() }
  const [byValue, [whole]] = await Promise.all([countFacets(database, schema.resource, condition), wholeValue(database, schema)])
  return { total: whole === undefined ? 0 : (byValue.get(whole) ?? 0), byValue }
}

/** The kept counts of the rows without a validity window, and a look at the few that have one; undefined where they do not answer. */
async function countKept(database: Database, counted: Counted): Promise<Counts | undefined> {
  const statuses = counted.fulltext === undefined ? visibleStatuses(counted.scope) : undefined
  const values = statuses && (await keptValues(database, counted))
  if (!statuses || !values) return undefined
  const windowed = sql<SqlBool>`${counted.condition} and (s.valid_from is not null or s.valid_until is not null)`
  const [kept, live] = await Promise.all([
    selectKeptCounts(database, counted.schema.resource, statuses, counted.withFacets ? undefined : values),
    countLive(database, { ...counted, condition: windowed }),
  ])
  const byValue = new Map(kept)
  for (const [value, count] of live.byValue) byValue.set(value, (byValue.get(value) ?? 0) + count)
  return { total: live.total + values.reduce((sum, value) => sum + (kept.get(value) ?? 0), 0), byValue: counted.withFacets ? byValue : new Map() }
}

const statusNone = -1

/** The statuses in which every row without a validity window lies in the scope; undefined where more than that decides. */
function visibleStatuses(scope: Scope): number[] | undefined {
  const visible: number[] = []
  for (const status of [null, ...Object.values(assetStatuses)]) {
    const left = reduceQuery(scope.rows, { status, validfrom: null, validuntil: null, activated: true })
    if (left.kind === 'all') visible.push(status ?? statusNone)
    else if (left.kind !== 'none') return undefined
  }
  return visible
}

/** The facet values whose kept counts add up to the total: that of every row, or those of one facet whose values exclude each other. */
async function keptValues(database: Database, { schema, query, withFacets }: Counted): Promise<number[] | undefined> {
  const left = reduceQuery(query, { activated: true })
  if (left.kind === 'all') return wholeValue(database, schema)
  if (withFacets || left.kind !== 'compare' || (left.operator !== 'eq' && left.operator !== 'in')) return undefined
  const field = schema.fields.get(left.field)
  if (!field || !(field.isFacet || isLink(field)) || (field.type === 'array' && left.values.length > 1)) return undefined
  return selectFacetValueIds(database, schema.resource, field.name, left.values.map((value) => (value === null ? '' : String(value))))
}

function wholeValue(database: Database, schema: Schema): Promise<number[]> {
  return selectFacetValueIds(database, schema.resource, wholeResource.field, [wholeResource.key])
}
