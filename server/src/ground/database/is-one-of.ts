import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { packIds } from './packed.ts'

/**
 * The condition that a column is one of these ids. One id is compared as such: of a list PostgreSQL takes the
 * plan for any list as worse than that of each single call, and plans a statement that is to be planned once
 * at every call.
 * @source decision 0244
 */
export function isOneOf(column: RawBuilder<unknown>, ids: ArrayLike<number>): RawBuilder<SqlBool> {
  return ids.length === 1
    ? sql<SqlBool>`${column} = ${ids[0]}::bigint`
    : sql<SqlBool>`${column} = any(${packIds(ids)}::bigint[])`
}
