import { sql } from 'kysely'
import type { Database } from '../../ground/database/database.ts'

/** Something that ends soon, and whom it concerns. `subject` names it within its kind; `path` shows it. */
export interface NearEnd {
  readonly kind: 'cart' | 'share' | 'asset'
  readonly subject: string
  readonly name: string
  readonly owner_id: number
  readonly path: string
  readonly ends_at: Date
}

/** How long before an end people are notified of it. */
const nearDays = 3

/**
 * Takes up to `max` ends that are near and were not announced: carts and active shares of people, published
 * assets with an owner. They count as announced from now on, so that it belongs in one transaction with the
 * notifying.
 */
export async function takeNearEnds(database: Database, max: number): Promise<NearEnd[]> {
  const { rows } = await sql<NearEnd>`
    with near as (
      select 'cart' kind, c.id::text subject, c.name, c.owner_id, '/carts/' || c.id path, c.expires_at ends_at from cart c
      where c.owner_resource = 'user' and c.expires_at between now() and now() + ${nearDays} * interval '1 day'
      union all
      select 'share', s.id, s.name, s.sharer_id, '/carts/' || s.cart_id, s.expires_at from share s
      where s.sharer_resource = 'user' and s.revoked_at is null and s.expires_at between now() and now() + ${nearDays} * interval '1 day'
        -- One that was made for a day or two is no surprise.
        and s.expires_at - s.created_at > ${nearDays} * interval '1 day'
      union all
      select 'asset', a.id::text, a.props ->> 'name', a.owner_id, '/browse/' || a.id, a.valid_until from entity a
      where a.resource = 'asset' and a.owner_id is not null and a.valid_until between now() and now() + ${nearDays} * interval '1 day'
    ), chosen as (
      select * from near n where not exists (select from told_end t where t.kind = n.kind and t.subject = n.subject and t.ends_at = n.ends_at) order by owner_id, ends_at limit ${max}
    ), noted as (
      insert into told_end (kind, subject, ends_at) select kind, subject, ends_at from chosen on conflict do nothing returning kind, subject
    )
    select c.* from chosen c join noted t on t.kind = c.kind and t.subject = c.subject order by c.owner_id, c.kind, c.ends_at
  `.execute(database)
  return rows
}

/** Forgets what was announced of ends that are over. */
export async function forgetOldEnds(database: Database): Promise<void> {
  await sql`delete from told_end where ends_at < now() - interval '1 day'`.execute(database)
}
