import { sql, type RawBuilder, type SqlBool } from 'kysely'

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

const headerBytes = 20
const oidOfBigint = 20
const elementBytes = 8

/**
 * Ids as PostgreSQL receives a `bigint[]` in its binary form, for a parameter. As text, a list of 50,000
 * takes a second pass here and is parsed there.
 * @source PostgreSQL, `array_recv`
 */
function packIds(ids: ArrayLike<number>): Buffer {
  const bytes = Buffer.alloc(headerBytes + ids.length * (4 + elementBytes))
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const dimensions = 1
  const hasNulls = 0
  const firstIndex = 1
  for (const [at, value] of [dimensions, hasNulls, oidOfBigint, ids.length, firstIndex].entries())
    view.setInt32(at * 4, value)
  for (let index = 0; index < ids.length; index++) {
    const at = headerBytes + index * (4 + elementBytes)
    view.setInt32(at, elementBytes)
    view.setBigInt64(at + 4, BigInt(ids[index] ?? 0))
  }
  return bytes
}
