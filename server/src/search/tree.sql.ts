import { sql } from 'kysely'
import type { Database } from '../database/database.ts'

/** Deepest tree that is walked: a bound against circles, which writes refuse. */
const maxDepth = 32

/** Ids of these nodes and of all below them. */
export async function selectSubtreeIds(database: Database, resource: string, treeField: string, roots: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive below(id, depth) as (
      select id, 0 from unnest(${[...roots]}::bigint[]) id
      union
      select l.id, below.depth + 1 from below
      join link l on l.target_resource = ${resource} and l.target_id = below.id and l.resource = ${resource} and l.field = ${treeField}
      where below.depth < ${maxDepth}
    )
    select distinct id from below
  `.execute(database)
  return rows.map((row) => row.id)
}
