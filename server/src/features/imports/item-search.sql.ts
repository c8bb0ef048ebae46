import { importItemStatuses } from '@cartouche/contract'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '../../ground/database/database.ts'
import { beyond, type SortKey } from '../../model/search/search.sql.ts'
import { itemTables, type ItemRow } from './imports.sql.ts'

type Condition = RawBuilder<SqlBool>

/** A row of a page, with the text of each sort key for the token of the next page. */
export type FoundItem = ItemRow & { readonly sort: readonly (string | null)[]; readonly score: number | null }

const items = sql`import_item i join import_job j on j.id = i.job_id`
/** Numbers of items by job and status, which stand for the items where nothing else is asked. */
const counts = sql`import_count i join import_job j on j.id = i.job_id`

/** What is counted: items within a condition on `import_item i` and `import_job j`. */
export interface CountedItems {
  readonly matching: Condition
  /** Whether the condition names nothing but job and status, so that it holds of `import_count i`, too. */
  readonly isCounted: boolean
}

/** A page of items within a condition on `import_item i` and `import_job j`, after the row of a token. */
export async function selectItemPage(
  database: Database,
  where: Condition,
  order: readonly SortKey[],
  page: {
    readonly after: readonly (string | null)[] | undefined
    readonly max: number
    readonly score: RawBuilder<unknown> | undefined
    readonly columns: RawBuilder<unknown>
  },
): Promise<FoundItem[]> {
  const sort = order.map(({ expression }) => sql`(${expression})::text`)
  const orderBy = order.map(
    ({ expression, descending }) => sql`${expression} ${sql.raw(descending ? 'desc' : 'asc')}`,
  )
  const { rows } = await sql<FoundItem>`
    select ${page.columns}, array[${sql.join(sort)}]::text[] sort, ${page.score ?? sql`null`} score from ${itemTables}
    where ${where}${page.after ? sql` and ${beyond(order, page.after)}` : sql``} order by ${sql.join(orderBy)} limit ${page.max}`.execute(
    database,
  )
  return rows
}

/** How many items there are. */
export async function countItemsWhere(
  database: Database,
  { matching, isCounted }: CountedItems,
): Promise<number> {
  const { rows } = await (
    isCounted
      ? sql<{
          count: number
        }>`select coalesce(sum(i.count), 0)::bigint count from ${counts} where ${matching}`
      : sql<{ count: number }>`select count(*) count from ${items} where ${matching}`
  ).execute(database)
  return rows[0]?.count ?? 0
}

/** How many items there are in each status. @source decision 0157 */
export async function countStatuses(
  database: Database,
  { matching, isCounted }: CountedItems,
): Promise<{ status: number; count: number }[]> {
  const { rows } = await (
    isCounted
      ? sql<{ status: number; count: number }>`
        select i.status, sum(i.count)::bigint count from ${counts} where ${matching} group by 1 having sum(i.count) > 0 order by 2 desc`
      : sql<{ status: number; count: number }>`
        select i.status, count(*) count from ${items} where ${matching} group by 1 order by 2 desc`
  ).execute(database)
  return rows
}

/** How many items within a condition have each value of an expression, and one of its spellings. */
export async function countItemsBy(
  database: Database,
  where: Condition,
  {
    value,
    name,
    from = sql``,
  }: {
    readonly value: RawBuilder<unknown>
    readonly name: RawBuilder<unknown>
    readonly from?: RawBuilder<unknown>
  },
): Promise<{ value: unknown; name: string | null; count: number }[]> {
  const { rows } = await sql<{ value: unknown; name: string | null; count: number }>`
    select ${value} value, min(${name}) name, count(*) count from ${items} ${from} where ${where} group by 1 order by 3 desc, 2 limit 100`.execute(
    database,
  )
  return rows
}

/** Items of these looked at for a word. */
const maxLookedAt = 2000

/** Words of items within a condition that begin with a prefix, those of most items first. */
export async function selectItemWords(
  database: Database,
  where: Condition,
  prefix: string,
  max: number,
): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select w word from (
      select i.words from ${items} where ${where} and i.words @@ ${`'${prefix}':*`}::tsquery limit ${maxLookedAt}
    ) found, unnest(tsvector_to_array(found.words)) w where starts_with(w, ${prefix}) group by w order by count(*) desc, length(w), w limit ${max}`.execute(
    database,
  )
  return rows.map(({ word }) => word)
}

/** The condition that an item's inspection is not done, so that it may yet have any value. */
export const isUninspected = sql<SqlBool>`(i.status in (${sql.lit(importItemStatuses.waiting)}, ${sql.lit(importItemStatuses.analyzing)}) or i.keys is null)`
