import { sql } from 'kysely'
import type { Database } from '../../ground/database/database.ts'

/** Deepest tree that is walked: a bound against circles, which writes refuse. */
const maxDepth = 32

/** Ids of these nodes and of all below them. A node that was merged stands for the one in its place. */
export async function selectSubtreeIds(
  database: Database,
  resource: string,
  treeField: string,
  roots: readonly number[],
): Promise<number[]> {
  const subtrees = await selectSubtrees(database, resource, treeField, roots)
  return [...new Set([...subtrees.values()].flat())]
}

/** The same by node. */
export async function selectSubtrees(
  database: Database,
  resource: string,
  treeField: string,
  roots: readonly number[],
): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ root: number; ids: number[] }>`
    with recursive below(root, id, depth) as (
      (select id, id, 0 from unnest(${[...new Set(roots)]}::bigint[]) id
        union all select id, into_id, 0 from merged_entity where resource = ${resource} and id = any(${[...new Set(roots)]}::bigint[]))
      union
      select below.root, l.id, below.depth + 1 from below
      join link l on l.target_resource = ${resource} and l.target_id = below.id and l.resource = ${resource} and l.field = ${treeField}
      where below.depth < ${maxDepth}
    )
    select root, array_agg(distinct id) ids from below group by root
  `.execute(database)
  return new Map(rows.map(({ root, ids }) => [root, ids]))
}
