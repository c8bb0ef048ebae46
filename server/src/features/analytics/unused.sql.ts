import { sql } from 'kysely'
import { withTransaction, type Database } from '../../ground/database/database.ts'
import type { CompiledSearch } from '../../model/search/find.ts'
import { firstDayOf } from './counts.sql.ts'

/** Assets without use, the largest first, with how many there are and the bytes of their files. */
export interface UnusedAssets {
  readonly total: number
  readonly sizeBytes: number
  readonly list: { readonly id: number; readonly sizeBytes: number; readonly createdAt: string }[]
}

/** It reads every asset: of a million with their files, seconds. */
const timeoutMs = 60_000
/** For the tables that its joins are made by; the default of 4 MB would write them to the disk. */
const workMemory = '128MB'

/**
 * Assets among those of a search that are older than the days, and of which no event but those of robots was
 * counted in them, nor a request on another site.
 * @param days with today, in UTC; 0: all that is kept
 */
export function selectUnused(
  database: Database,
  hits: CompiledSearch,
  options: { readonly days: number; readonly max: number },
): Promise<UnusedAssets> {
  return withTransaction(database, async (transaction) => {
    await sql`select set_config('statement_timeout', ${String(timeoutMs)}, true), set_config('work_mem', ${workMemory}, true)`.execute(
      transaction,
    )
    return select(transaction, hits, options)
  })
}

async function select(
  database: Database,
  hits: CompiledSearch,
  { days, max }: { readonly days: number; readonly max: number },
): Promise<UnusedAssets> {
  const first = firstDayOf(days)
  const isOld = days > 0 ? sql`(e.created_at at time zone 'UTC')::date < ${first}` : sql`true`
  const { rows } = await sql<{ id: number; sizeBytes: number; createdAt: Date; total: number; sum: number }>`
    select e.id, coalesce(b.size_bytes, 0) "sizeBytes", e.created_at "createdAt", count(*) over () total,
      (sum(coalesce(b.size_bytes, 0)) over ())::bigint sum
    from search s join entity e on e.resource = s.resource and e.id = s.id
      left join entity_file f on f.resource = e.resource and f.id = e.id left join blob b on b.sha256 = f.sha256
    where s.resource = 'asset' and ${hits.where} and ${isOld}
      and not exists (select from usage_entity_day u
        where u.resource = 'asset' and u.entity_id = e.id and u.kind <> 'other' and u.day >= ${first})
      and not exists (select from usage_site_day u
        where u.resource = 'asset' and u.entity_id = e.id and u.day >= ${first})
    order by 2 desc, e.id limit ${max}`.execute(database)
  return {
    total: rows[0]?.total ?? 0,
    sizeBytes: rows[0]?.sum ?? 0,
    list: rows.map(({ id, sizeBytes, createdAt }) => ({ id, sizeBytes, createdAt: createdAt.toISOString() })),
  }
}
