import { maxTreeDepth } from '@cartouche/contract'
import { sql } from 'kysely'
import type { Database } from '../../ground/database/database.ts'

/**
 * Whether the links of a field, which is to be the parent of a tree, lead in a circle somewhere, or deeper
 * than trees go.
 */
export async function hasCircle(database: Database, resource: string, field: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    with recursive above(id, depth) as (
      select id, 0 from link where resource = ${resource} and field = ${field}
      union
      select l.target_id, above.depth + 1 from above join link l on l.resource = ${resource} and l.id = above.id and l.field = ${field}
      where above.depth <= ${maxTreeDepth}
    )
    select exists (select from above where depth > ${maxTreeDepth}) found
  `.execute(database)
  return rows[0]?.found ?? false
}
