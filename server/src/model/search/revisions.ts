import { sql } from 'kysely'
import type { Database } from '../../ground/database/database.ts'
import { isOneOf } from '../../ground/database/is-one-of.ts'
import { numberBytes, readNumber } from '../../ground/database/packed.ts'
import type { RevisionQuestion } from './columns/column-store.ts'
import type { SearchColumns } from './columns/columns.ts'
import type { Revisions } from './columns/revision-column.ts'
import {
  conditionSql,
  isColumnCondition,
  wordsOfCondition,
  type ColumnCondition,
  type Condition,
} from './condition.ts'

export type { Revisions } from './columns/revision-column.ts'

/** An index finds this many rows sooner than another thread can be asked. */
const fewIds = 500

/**
 * Revisions of rows, a list for each condition, in the order of the ids; 0 for a row that is gone or does not
 * meet it. A revision is the transaction that wrote the row: whoever changes an entity, its file, its links,
 * or a name that links lead to, projects it in the same transaction, so that another revision is another
 * state, and an equal one the same. All lists are of one moment.
 * @param columns the numbers in memory that are asked: a transaction that wrote no entity may ask those of
 * its server
 * @source decisions 0012, 0021 and 0072
 */
export async function revisionsOf(
  database: Database,
  { resource, ids, conditions }: RevisionQuestion<Condition>,
  columns: SearchColumns | undefined,
): Promise<readonly Revisions[]> {
  if (ids.length === 0) return conditions.map(() => new Uint32Array(0))
  const fromColumns =
    ids.length > fewIds && conditions.every(isDecidedInMemory)
      ? await columns?.revisions({ resource, ids, conditions })
      : undefined
  return fromColumns ?? selectRevisions(database, { resource, ids, conditions })
}

/** All rows that have some words are many beside those of the ids: the database looks at these alone. */
function isDecidedInMemory(condition: Condition): condition is ColumnCondition {
  return isColumnCondition(condition) && wordsOfCondition(condition).length === 0
}

/**
 * The same in SQL: by one list of ids, for which the index is walked once. Rows come packed, which is faster
 * than to parse as many.
 */
async function selectRevisions(
  database: Database,
  { resource, ids, conditions }: RevisionQuestion<Condition>,
): Promise<Revisions[]> {
  const flags = sql.join(
    conditions.map((condition) => sql`boolsend(coalesce(${conditionSql(condition)}, false))`),
    sql` || `,
  )
  const {
    rows: [row],
  } = await sql<{ packed: Buffer | null }>`
    select string_agg(int8send(s.id) || xidsend(s.xmin) || ${flags}, ''::bytea) packed
    from search s where s.resource = ${resource} and ${isOneOf(sql.ref('s.id'), [...new Set(ids)])}
  `.execute(database)
  const packed = row?.packed ?? Buffer.alloc(0)
  const places = new Map<number, number>()
  for (let at = 0; at < packed.length; at += numberBytes + revisionBytes + conditions.length)
    places.set(readNumber(packed, at), at + numberBytes)
  return conditions.map((_condition, index) =>
    Uint32Array.from(ids, (id) => {
      const at = places.get(id)
      return at !== undefined && packed[at + revisionBytes + index] === 1 ? packed.readUInt32BE(at) : 0
    }),
  )
}

const revisionBytes = 4
