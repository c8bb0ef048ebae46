import type { VisitKind } from '@cartouche/contract'
import { sql } from 'kysely'
import { withTransaction, type Database } from '../../ground/database/database.ts'

/** Something that a visitor did. */
export interface NewVisit {
  readonly shareId: string
  readonly kind: VisitKind
  readonly item: { readonly type: string; readonly id: number } | null
  /** A hash that distinguishes visitors, and nothing of them. */
  readonly visitor: string
  readonly address: string
  readonly agent: string
  /** A visitor who said who they are. */
  readonly visitorId: number | null
}

/** One visit as its sharer reads it. */
export interface VisitRow {
  readonly id: number
  readonly at: Date
  readonly kind: VisitKind
  readonly resource: string | null
  readonly entity_id: number | null
  readonly name: string | null
  readonly address: string
  readonly agent: string
  readonly visitor_name: string | null
  readonly visitor_email: string | null
}

/**
 * Writes visits down, in their order; the same once more within ten minutes, a reload or the next piece of a
 * file, is the same visit.
 */
export async function insertVisits(database: Database, visits: readonly NewVisit[]): Promise<void> {
  const given = visits.map(({ item, ...visit }, at) => ({ ...visit, at, type: item?.type, id: item?.id }))
  await sql`
    with given as (
      select distinct on ("shareId", kind, visitor, type, id, "visitorId") * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        g(at int, "shareId" text, kind text, type text, id bigint, visitor text, address text, agent text, "visitorId" bigint)
      order by "shareId", kind, visitor, type, id, "visitorId", at)
    insert into share_visit (share_id, kind, resource, entity_id, visitor, address, agent, visitor_id)
    select g."shareId", g.kind, g.type, g.id, g.visitor, g.address, g.agent, g."visitorId" from given g
    where exists (select from share where id = g."shareId") and not exists (select from (select * from share_visit where share_id = g."shareId" order by id desc limit 50) v
      where v.visitor = g.visitor and v.kind = g.kind and v.entity_id is not distinct from g.id and v.visitor_id is not distinct from g."visitorId" and v.at > now() - interval '10 minutes')
    order by g.at
  `.execute(database)
}

/** Visits of a share, newest first, before the one named. */
export async function selectVisits(
  database: Database,
  shareId: string,
  before: number | undefined,
  max: number,
): Promise<VisitRow[]> {
  const { rows } = await sql<VisitRow>`
    select v.id, v.at, v.kind, v.resource, v.entity_id, e.props ->> 'name' name, v.address, v.agent,
      p.name visitor_name, p.email visitor_email
    from share_visit v left join share_visitor p on p.visitor_id = v.visitor_id left join entity e on e.resource = v.resource and e.id = v.entity_id
    where v.share_id = ${shareId} and (${before ?? null}::bigint is null or v.id < ${before ?? null}::bigint) order by v.id desc limit ${max}
  `.execute(database)
  return rows
}

/**
 * Lets a visitor in who was let in within the last day, or as long as fewer were let in than `usesMax`; false
 * where not. Two who come at once for the last place wait for each other.
 */
export async function admitVisitor(
  database: Database,
  shareId: string,
  visitor: string,
  usesMax: number,
): Promise<boolean> {
  return withTransaction(database, async (transaction) => {
    await sql`select from share where id = ${shareId} for update`.execute(transaction)
    const {
      rows: [known],
    } = await sql<{ uses: number; is_in: boolean }>`
      select count(*)::int uses, coalesce(bool_or(visitor = ${visitor} and admitted_at > now() - interval '1 day'), false) is_in from share_admission where share_id = ${shareId}
    `.execute(transaction)
    if (known?.is_in) return true
    if ((known?.uses ?? 0) >= usesMax) return false
    await transaction.insertInto('share_admission').values({ share_id: shareId, visitor }).execute()
    return true
  })
}

/** Forgets visits of more than 90 days ago, and shares that ended before that with all that hangs on them. */
export async function deleteOldVisits(database: Database): Promise<void> {
  await sql`delete from share_visit where at < now() - interval '90 days'`.execute(database)
  await sql`delete from share where least(revoked_at, expires_at) < now() - interval '90 days'`.execute(
    database,
  )
}
