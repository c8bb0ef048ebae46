import type { Database } from '../../ground/database/database.ts'
import { allOf, conditionSql, isColumnCondition, type Condition } from './condition.ts'
import type { BestQuestion } from './columns/column-table.ts'
import type { ReadWords } from './columns/columns.ts'
import type { BestRows } from './columns/pick-best.ts'
import { countFacets, countRows, selectIdList, selectWordRows } from './search.sql.ts'
import type { SearchIn } from './search-in.ts'

/**
 * The total, and how many hits have each facet value, by the value's number; empty where facets were not
 * asked for.
 */
export interface Counts {
  readonly total: number
  readonly byValue: ReadonlyMap<number, number>
}

/** Reads the rows that have words which the numbers in memory do not know. */
export function readWordsIn(database: Database): ReadWords {
  return (resource, unknown) => selectWordRows(database, resource, unknown)
}

type CountIn = Pick<SearchIn, 'database' | 'columns'>

/** What is counted. */
export interface Counted {
  readonly resource: string
  readonly condition: Condition
  readonly withFacets: boolean
  /** The ids of all hits, where they are known, as `selectIdList` gives them. */
  readonly ids?: string | undefined
}

/**
 * Counts the hits of a search, with every facet in the same pass: from the numbers in memory where they
 * decide, or where the database lists the hits; otherwise in SQL.
 * @source decision 0012
 */
export async function getCounts(where: CountIn, counted: Counted): Promise<Counts> {
  return (await countFromColumns(where, counted)) ?? countInSql(where.database, counted)
}

async function countFromColumns(
  { database, columns }: CountIn,
  { resource, condition, withFacets, ids }: Counted,
): Promise<Counts | undefined> {
  if (!columns?.isReady()) return undefined
  const isDecided = isColumnCondition(condition)
  if (!isDecided && !withFacets && ids === undefined) return undefined
  const rows = isDecided
    ? { condition }
    : { ids: ids ?? (await selectIdList(database, resource, conditionSql(condition))) }
  const counts = await columns.count({ resource, rows, withFacets }, readWordsIn(database))
  return counts && { total: counts.total, byValue: toMap(counts.byValue) }
}

/**
 * Counts the hits of a search, and says which of them are ranked highest, where the numbers in memory decide
 * both.
 */
export async function countBest(
  { database, columns }: CountIn,
  { resource, condition, withFacets }: Counted,
  best: BestQuestion,
): Promise<{ counts: Counts; best: BestRows } | undefined> {
  if (!columns?.isReady() || !isColumnCondition(condition)) return undefined
  const counts = await columns.count(
    { resource, rows: { condition }, withFacets, best },
    readWordsIn(database),
  )
  return (
    counts?.best && { counts: { total: counts.total, byValue: toMap(counts.byValue) }, best: counts.best }
  )
}

/**
 * The ids of all hits of a search, where the numbers in memory decide them and they are no more than `max`,
 * and what was to be counted.
 */
export async function listHits(
  { database, columns }: CountIn,
  { resource, condition, withFacets }: Counted,
  max: number,
): Promise<{ counts: Counts; ids: Float64Array } | undefined> {
  if (!columns?.isReady() || !isColumnCondition(condition)) return undefined
  const counts = await columns.count(
    { resource, rows: { condition }, withFacets, maxIds: max },
    readWordsIn(database),
  )
  return counts?.ids && { counts: { total: counts.total, byValue: toMap(counts.byValue) }, ids: counts.ids }
}

/** Several sets of values of one field, and the rows among which they are counted. */
interface CountedSets {
  readonly resource: string
  readonly condition: Condition
  readonly field: string
  readonly sets: readonly (readonly number[])[]
}

/** How many rows have each facet value, and how many have a value of each set. */
export async function countSets(
  where: CountIn,
  { resource, condition, field, sets }: CountedSets,
): Promise<{ byValue: ReadonlyMap<number, number>; bySet: readonly number[] }> {
  if (where.columns?.isReady() && isColumnCondition(condition)) {
    const counts = await where.columns.count(
      { resource, rows: { condition }, withFacets: true, sets: { field, sets } },
      readWordsIn(where.database),
    )
    if (counts) return { byValue: toMap(counts.byValue), bySet: [...counts.bySet] }
  }
  const { byValue } = await getCounts(where, { resource, condition, withFacets: true })
  const bySet = await Promise.all(
    sets.map(
      async (values) =>
        (
          await getCounts(where, {
            resource,
            condition: allOf(condition, { kind: 'overlap', field, values }),
            withFacets: false,
          })
        ).total,
    ),
  )
  return { byValue, bySet }
}

function toMap(pairs: Int32Array): Map<number, number> {
  const map = new Map<number, number>()
  for (let at = 0; at < pairs.length; at += 2) map.set(pairs[at] ?? 0, pairs[at + 1] ?? 0)
  return map
}

async function countInSql(database: Database, { resource, condition, withFacets }: Counted): Promise<Counts> {
  const where = conditionSql(condition)
  return withFacets
    ? countFacets(database, resource, where)
    : { total: await countRows(database, resource, where), byValue: new Map() }
}
