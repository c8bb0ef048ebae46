import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '../../ground/database/database.ts'
import type { WantedWords } from './columns/word-sets.ts'
import { conditionSql, rankSql } from './condition.ts'

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

/**
 * Rows that are asked for where fewer are wanted: for one or two rows of a rare value PostgreSQL hopes to
 * meet them soon on a walk along the order, and walks far. @source measured: 1,000,000 assets, a value of 50
 * of them, 1.6 s for one row and 5 ms for 25
 */
const minFetchRows = 24

/** A page of ids in order, one more than `max` where there is a next page. */
export async function selectPage(
  database: Database,
  resource: string,
  where: Condition,
  order: readonly SortKey[],
  after: readonly (string | null)[] | undefined,
  max: number,
): Promise<FoundRow[]> {
  const keys = order.map((key) => key.expression)
  const orderBy = order.map((key) => sql`${key.expression} ${sql.raw(key.descending ? 'desc' : 'asc')}`)
  const { rows } = await sql<FoundRow>`
    select s.id, array[${sql.join(keys.map((key) => sql`(${key})::text`))}]::text[] sort
    from search s where s.resource = ${resource} and ${where}${after ? sql` and ${beyond(order, after)}` : sql``}
    order by ${sql.join(orderBy)} limit ${Math.max(max, minFetchRows) + 1}
  `.execute(database)
  return rows.slice(0, max + 1)
}

/**
 * The first page and the ids of all rows that match, as `selectIdList` gives them, from one pass: for an
 * order that has to look at every row anyway.
 */
export async function selectPageAndIds(
  database: Database,
  resource: string,
  where: Condition,
  order: readonly SortKey[],
  max: number,
): Promise<{ page: FoundRow[]; ids: string }> {
  const names = order.map((_key, index) => sql.ref(`key${index}`))
  const keys = order.map((key, index) => sql`${key.expression} ${names[index] ?? sql``}`)
  const orderBy = order.map(
    (key, index) => sql`${names[index] ?? sql``} ${sql.raw(key.descending ? 'desc' : 'asc')}`,
  )
  const { rows } = await sql<FoundRow & { ids: string | null }>`
    with hits as materialized (select s.id, ${sql.join(keys)} from search s where s.resource = ${resource} and ${where})
    select null::bigint id, null::text[] sort, (select array_agg(id)::text from hits) ids
    union all (select id, array[${sql.join(names.map((name) => sql`${name}::text`))}], null from hits order by ${sql.join(orderBy)} limit ${max + 1})
  `.execute(database)
  const [first, ...page] = rows
  return { page, ids: first?.ids ?? '{}' }
}

/** The rows that come after the last one of a page. */
export function beyond(order: readonly SortKey[], after: readonly (string | null)[]): Condition {
  const values = order.map((key, index) => sql`${after[index] ?? null}::text::${sql.raw(key.cast)}`)
  const descending = order[0]?.descending ?? false
  if (order.every((key) => key.descending === descending)) {
    // A row comparison: PostgreSQL starts in the index at the right place.
    return sql<SqlBool>`(${sql.join(order.map((key) => key.expression))}) ${sql.raw(descending ? '<' : '>')} (${sql.join(values)})`
  }
  const steps = order.map((key, index) => {
    const equal = order
      .slice(0, index)
      .map((before, at) => sql`${before.expression} = ${values[at] ?? sql`null`}`)
    return sql`(${sql.join([...equal, sql`${key.expression} ${sql.raw(key.descending ? '<' : '>')} ${values[index] ?? sql`null`}`], sql` and `)})`
  })
  return sql<SqlBool>`(${sql.join(steps, sql` or `)})`
}

/** How many rows match. */
export async function countRows(database: Database, resource: string, where: Condition): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*) count from search s where s.resource = ${resource} and ${where}`.execute(database)
  return rows[0]?.count ?? 0
}

/** Whether any row matches. */
export async function hasRows(database: Database, resource: string, where: Condition): Promise<boolean> {
  const { rows } =
    await sql`select from search s where s.resource = ${resource} and ${where} limit 1`.execute(database)
  return rows.length > 0
}

/** Of each condition, whether any of these rows meets it. */
export async function selectMet(
  database: Database,
  {
    resource,
    ids,
    conditions,
  }: { resource: string; ids: readonly number[]; conditions: readonly Condition[] },
): Promise<boolean[]> {
  if (conditions.length === 0) return []
  const met = conditions.map(
    (condition) => sql`exists (select from search s where s.resource = ${resource}
      and s.id = any(${[...ids]}::bigint[]) and ${condition})`,
  )
  const { rows } = await sql<{ met: boolean[] }>`select array[${sql.join(met)}] met`.execute(database)
  return rows[0]?.met ?? []
}

/** How many rows match, and how many of them have each facet value. */
export async function countFacets(
  database: Database,
  resource: string,
  where: Condition,
): Promise<{ total: number; byValue: Map<number, number> }> {
  // Every row has 0 beside its values, so that one pass gives the total, too.
  const { rows } = await sql<{ value: number; count: number }>`
    select value, count(*) count from search s, unnest(s.facets || 0) value where s.resource = ${resource} and ${where} group by value
  `.execute(database)
  const byValue = new Map(rows.map((row) => [row.value, row.count]))
  const total = byValue.get(0) ?? 0
  byValue.delete(0)
  return { total, byValue }
}

/** Ids of all rows that match as one text, `{1,2,3}`: another thread parses it. */
export async function selectIdList(database: Database, resource: string, where: Condition): Promise<string> {
  const { rows } = await sql<{
    ids: string | null
  }>`select array_agg(s.id)::text ids from search s where s.resource = ${resource} and ${where}`.execute(
    database,
  )
  return rows[0]?.ids ?? '{}'
}

/**
 * The ids of all rows that have some words, packed, each with its rank as a `float4` where they are ranked;
 * none of them twice.
 */
export async function selectWordRows(
  database: Database,
  resource: string,
  { words, isRanked }: WantedWords,
): Promise<Uint8Array> {
  const rank = sql`float4send(${rankSql(words)})`
  const { rows } = await sql<{ packed: Buffer | null }>`
    select string_agg(int8send(s.id)${isRanked ? sql` || ${rank}` : sql``}, ''::bytea) packed from search s where s.resource = ${resource} and ${conditionSql(words)}
  `.execute(database)
  return rows[0]?.packed ?? new Uint8Array(0)
}

/**
 * Takes away what servers have caught up with long ago. The last row stays: what is kept covers all
 * transactions above the least number. What claims to come from the future was restored from another cluster.
 * @returns how many rows went
 */
export async function sweepSearchChanges(database: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with gone as (
      delete from search_change where xid >= pg_snapshot_xmax(pg_current_snapshot()) or xid < (
        select max(xid) from search_change where changed_at < now() - interval '1 hour' and xid < pg_snapshot_xmin(pg_current_snapshot()))
      returning 1
    ) select count(*) count from gone
  `.execute(database)
  return rows[0]?.count ?? 0
}

/**
 * Words that go on from a prefix and that some matching row has; those with most rows first (counted up to
 * 200).
 */
export async function selectWords(
  database: Database,
  resource: string,
  prefix: string,
  where: Condition,
  max: number,
): Promise<string[]> {
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

/**
 * How alike two words are at least, in trigrams.
 * @source measured: `nihgt` and `night` share 0.2; pg_trgm's own 0.3 misses slips in words of five letters
 */
const minSharedTrigrams = 0.2

/**
 * Words that are spelled much like one, itself included, and that some matching row has, each with its rows
 * (counted up to 200); 40 at most are looked at, those most alike first. They begin with its first or its
 * second letter, as a word with a slip in it does, and are about as long: so much of the words is read from
 * their key alone.
 */
export async function selectSimilarWords(
  database: Database,
  resource: string,
  typed: string,
  where: Condition,
): Promise<{ word: string; hits: number }[]> {
  const [first = '', second = first] = typed
  const from = (letter: string): Condition =>
    sql<SqlBool>`(word >= ${letter} and word < ${letter + '\u{10FFFF}'})`
  const { rows } = await sql<{ word: string; hits: number }>`
    select w.word, found.hits from (
      select word from word
      where resource = ${resource} and (${from(first)} or ${from(second)}) and abs(length(word) - length(${typed})) <= 2 and similarity(word, ${typed}) >= ${minSharedTrigrams}
      order by similarity(word, ${typed}) desc, word limit 40
    ) w, lateral (select count(*)::int hits from (
      select 1 from search s where s.resource = ${resource} and s.words @@ (quote_literal(w.word))::tsquery and ${where} limit 200) x
    ) found
    where found.hits > 0
  `.execute(database)
  return rows
}
