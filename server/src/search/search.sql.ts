import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '../database/database.ts'

type Condition = RawBuilder<SqlBool>

/** One key of an order. `isNull`able columns are compared with nulls last. */
export interface SortKey {
  readonly expression: RawBuilder<unknown>
  readonly descending: boolean
  /** How a value of the page before is written back into SQL. */
  readonly cast: string
}

/** A row of a page: the id, and the text of each sort key, for the token of the next page. */
export interface FoundRow {
  readonly id: number
  readonly sort: readonly (string | null)[]
}

/** A page of ids in order, one more than `max` where there is a next page. */
export async function selectPage(
  database: Database, resource: string, where: Condition, order: readonly SortKey[], after: readonly (string | null)[] | undefined, max: number,
): Promise<FoundRow[]> {
  const keys = order.map((key) => key.expression)
  const orderBy = order.map((key) => sql`${key.expression} ${sql.raw(key.descending ? 'desc' : 'asc')}`)
  const { rows } = await sql<FoundRow>`
    select s.id, array[${sql.join(keys.map((key) => sql`(${key})::text`))}]::text[] sort
    from search s where s.resource = ${resource} and ${where}${after ? sql` and ${beyond(order, after)}` : sql``}
    order by ${sql.join(orderBy)} limit ${max + 1}
  `.execute(database)
  return rows
}

/** The rows that come after the last one of a page. */
function beyond(order: readonly SortKey[], after: readonly (string | null)[]): Condition {
  const values = order.map((key, index) => sql`${after[index] ?? null}::text::${sql.raw(key.cast)}`)
  const descending = order[0]?.descending ?? false
  if (order.every((key) => key.descending === descending)) {
    // A row comparison: PostgreSQL starts in the index at the right place.
    return sql<SqlBool>`(${sql.join(order.map((key) => key.expression))}) ${sql.raw(descending ? '<' : '>')} (${sql.join(values)})`
  }
  const steps = order.map((key, index) => {
    const equal = order.slice(0, index).map((before, at) => sql`${before.expression} = ${values[at] ?? sql`null`}`)
    return sql`(${sql.join([...equal, sql`${key.expression} ${sql.raw(key.descending ? '<' : '>')} ${values[index] ?? sql`null`}`], sql` and `)})`
  })
  return sql<SqlBool>`(${sql.join(steps, sql` or `)})`
}

/** How many rows match. */
export async function countRows(database: Database, resource: string, where: Condition): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) count from search s where s.resource = ${resource} and ${where}`.execute(database)
  return rows[0]?.count ?? 0
}

/** How many matching rows have each facet value; also of the pseudo value that every row has, which is the total. */
export async function countFacets(database: Database, resource: string, where: Condition): Promise<Map<number, number>> {
  const { rows } = await sql<{ value: number; count: number }>`
    select value, count(*) count from search s, unnest(s.facets) value where s.resource = ${resource} and ${where} group by value
  `.execute(database)
  return new Map(rows.map((row) => [row.value, row.count]))
}

/**
 * The same over the rows of these statuses that have no validity window, from the kept counts; of these values alone
 * where they are given. Status -1 stands for none.
 */
export async function selectKeptCounts(database: Database, resource: string, statuses: readonly number[], values?: readonly number[]): Promise<Map<number, number>> {
  const only = values ? sql`and value_id = any(${[...values]}::int[])` : sql``
  const { rows } = await sql<{ value_id: number; count: number }>`
    select c.value_id, sum(c.count)::bigint count from (
      select value_id, count from facet_count where status = any(${[...statuses]}::int[]) ${only}
      union all select value_id, delta from facet_delta where status = any(${[...statuses]}::int[]) ${only}
    ) c join facet_value v on v.id = c.value_id and v.resource = ${resource}
    group by c.value_id having sum(c.count) > 0
  `.execute(database)
  return new Map(rows.map((row) => [row.value_id, row.count]))
}

/** Moves the deltas that writers left into the kept counts; answers how many there were. */
export async function foldFacetDeltas(database: Database): Promise<number> {
  const { rows } = await sql<{ moved: number }>`
    with gone as (delete from facet_delta returning value_id, status, delta),
    folded as (
      insert into facet_count (value_id, status, count) select value_id, status, sum(delta) from gone group by value_id, status order by value_id, status
      on conflict (value_id, status) do update set count = facet_count.count + excluded.count
    )
    select count(*) moved from gone
  `.execute(database)
  return rows[0]?.moved ?? 0
}

/** Rises with every change of the projection, in whichever process. */
export async function selectRevision(database: Database): Promise<number> {
  const { rows } = await sql<{ revision: number }>`select last_value revision from search_revision`.execute(database)
  return rows[0]?.revision ?? 0
}

/** Ids among these that match, in no order. */
export async function selectMatchingIds(database: Database, resource: string, ids: readonly number[], where: Condition): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select s.id from search s where s.resource = ${resource} and s.id = any(${[...ids]}::bigint[]) and ${where}`.execute(database)
  return rows.map((row) => row.id)
}

/** Words that go on from a prefix and that some matching row has; those with most rows first (counted up to 200). */
export async function selectWords(database: Database, resource: string, prefix: string, where: Condition, max: number): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select w.word from (
      select word from word where resource = ${resource} and word >= ${prefix} and word < ${prefix + '\u{10FFFF}'} order by word limit 60
    ) w, lateral (select count(*) hits from (
      select 1 from search s where s.resource = ${resource} and s.words @@ (quote_literal(w.word))::tsquery and ${where} limit 200) x
    ) found
    where found.hits > 0 order by found.hits desc, length(w.word), w.word limit ${max}
  `.execute(database)
  return rows.map((row) => row.word)
}
