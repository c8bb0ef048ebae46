import { sql } from 'kysely'
import { maxTreeDepth } from '@cartouche/contract'
import type { Database } from '../../../ground/database/database.ts'

/** The ids from the root down to each of these nodes, the node itself last, by node. */
export async function selectTreePaths(
  database: Database,
  resource: string,
  treeField: string,
  ids: readonly number[],
): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ start: number; path: number[] }>`
    with recursive above(start, id, depth) as (
      select id, id, 0 from unnest(${[...ids]}::bigint[]) id
      union all
      select a.start, l.target_id, a.depth + 1 from above a
      join link l on l.resource = ${resource} and l.id = a.id and l.field = ${treeField}
      where a.depth < ${maxTreeDepth}
    )
    select start, array_agg(id order by depth desc) path from above group by start
  `.execute(database)
  return new Map(rows.map((row) => [row.start, row.path.map(Number)]))
}

/** How many levels lie below a node; 0 for a leaf. */
export async function selectHeight(
  database: Database,
  resource: string,
  treeField: string,
  id: number,
): Promise<number> {
  const { rows } = await sql<{ height: number }>`
    with recursive below(id, depth) as (
      select ${id}::bigint, 0
      union
      select l.id, below.depth + 1 from below
      join link l on l.target_resource = ${resource} and l.target_id = below.id and l.resource = ${resource} and l.field = ${treeField}
      where below.depth < ${maxTreeDepth}
    )
    select max(depth) height from below
  `.execute(database)
  return rows[0]?.height ?? 0
}

/**
 * One mover at a time in a tree, until the transaction ends: two moves that are right each by itself can make
 * a circle together.
 */
export async function lockTree(database: Database, resource: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(4217021, hashtext(${resource}))`.execute(database)
}
