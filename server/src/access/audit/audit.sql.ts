import { sql, type Selectable } from 'kysely'
import { withTransaction, type Database } from '../../ground/database/database.ts'
import type { Tables } from '../../ground/database/tables.ts'

/** An entry as it is stored. */
export type AuditRow = Selectable<Tables['audit_entry']>

/** What entries are found by; `before` is an id. */
export interface AuditSearch {
  readonly actor?: number | undefined
  readonly kind?: string | undefined
  readonly from?: string | undefined
  readonly until?: string | undefined
  readonly resource?: string | undefined
  readonly id?: string | undefined
  readonly before?: number | undefined
}

/** Entries, the last first. */
export async function selectAudit(database: Database, search: AuditSearch, max: number): Promise<AuditRow[]> {
  let query = database.selectFrom('audit_entry').selectAll()
  if (search.actor !== undefined) query = query.where('actor_id', '=', search.actor)
  if (search.kind !== undefined)
    query = search.kind.includes('.')
      ? query.where('kind', '=', search.kind)
      : query.where('kind', 'like', `${search.kind}.%`)
  if (search.from !== undefined) query = query.where('at', '>=', new Date(search.from))
  if (search.until !== undefined) query = query.where('at', '<', new Date(search.until))
  if (search.resource !== undefined) query = query.where('target_resource', '=', search.resource)
  if (search.id !== undefined) query = query.where('target_id', '=', search.id)
  if (search.before !== undefined) query = query.where('id', '<', search.before)
  return query.orderBy('id', 'desc').limit(max).execute()
}

/**
 * Whether an entry of this kind, actor and target was written within so many minutes; looks at the newest 50
 * entries of the target.
 */
export async function hasRecentEntry(
  database: Database,
  same: {
    readonly kind: string
    readonly resource: string
    readonly id: number | string
    readonly actorId: number | null
  },
  minutes: number,
): Promise<boolean> {
  const { rows } = await sql`
    select from (
      select kind, actor_id, at from audit_entry where target_resource = ${same.resource} and target_id = ${String(same.id)} order by id desc limit 50
    ) e where e.kind = ${same.kind} and e.actor_id is not distinct from ${same.actorId}::bigint and e.at > now() - ${minutes}::int * interval '1 minute'
    limit 1`.execute(database)
  return rows.length > 0
}

/** Every kind of entry, in order; one step of the index for each. */
export async function selectAuditKinds(database: Database): Promise<string[]> {
  const { rows } = await sql<{ kind: string }>`
    with recursive kinds as (
      (select kind from audit_entry order by kind collate "C" limit 1)
      union all select (select kind from audit_entry where kind collate "C" > k.kind collate "C" order by kind collate "C" limit 1) from kinds k where k.kind is not null)
    select kind from kinds where kind is not null
  `.execute(database)
  return rows.map(({ kind }) => kind)
}

/** Forgets some of the entries that are older than so many days. @returns how many went */
export function deleteOldAudit(database: Database, days: number): Promise<number> {
  return withTransaction(database, async (transaction) => {
    await sql`set local cartouche.forget_audit = 'on'`.execute(transaction)
    const { numAffectedRows } =
      await sql`delete from audit_entry where id in (select id from audit_entry where at < now() - ${days}::int * interval '1 day' order by at limit 5000)`.execute(
        transaction,
      )
    return Number(numAffectedRows ?? 0n)
  })
}

/** The name of a cart, to record that it went. */
export async function selectCartName(database: Database, id: number): Promise<string> {
  return (
    (await database.selectFrom('cart').select('name').where('id', '=', id).executeTakeFirst())?.name ?? ''
  )
}
