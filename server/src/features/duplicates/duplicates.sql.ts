import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '../../ground/database/database.ts'
import type { AlikePair, Copy } from './families.ts'

/** All assets that share their bytes or their picture with another one. Whoever calls decides which count. */
export async function selectCopies(database: Database): Promise<Copy[]> {
  const { rows } = await sql<Copy>`
    with same as (
      select sha256 from entity_file where resource = 'asset' group by sha256 having count(*) > 1
    ), alike as (
      select p.sha256, p.id from fingerprint p where p.id in (select one from duplicate_pair union select other from duplicate_pair)
    )
    select f.id, f.sha256, case when f.facts ->> 'nature' = 'IMAGE' then a.id end "fingerprintId"
    from entity_file f left join alike a using (sha256)
    where f.resource = 'asset' and (f.sha256 in (select sha256 from same) or a.id is not null)`.execute(
    database,
  )
  return rows
}

/** All pictures that are alike. */
export async function selectPairs(database: Database): Promise<AlikePair[]> {
  return database.selectFrom('duplicate_pair').select(['one', 'other', 'mirrored']).execute()
}

/** Assets of which somebody said that they are different, the smaller id first. */
export async function selectDismissals(database: Database): Promise<{ one: number; other: number }[]> {
  return database.selectFrom('duplicate_dismissal').select(['one', 'other']).execute()
}

/** Says of each two of these assets that they are different. */
export async function insertDismissals(
  database: Database,
  ids: readonly number[],
  by: number | null,
): Promise<void> {
  await sql`
    insert into duplicate_dismissal (one, other, dismissed_by)
    select a.id, b.id, ${by}::bigint from unnest(${[...ids]}::bigint[]) a(id) join unnest(${[...ids]}::bigint[]) b(id) on a.id < b.id
    on conflict do nothing`.execute(database)
}

/** Takes it back. */
export async function deleteDismissals(database: Database, ids: readonly number[]): Promise<void> {
  await sql`
    delete from duplicate_dismissal where one = any(${[...ids]}::bigint[]) and other = any(${[...ids]}::bigint[])`.execute(
    database,
  )
}

/** Forgets what was said of assets that are neither in the library nor in the trash. */
export async function sweepDismissals(database: Database): Promise<void> {
  const gone = (column: RawBuilder<unknown>): RawBuilder<SqlBool> =>
    sql<SqlBool>`(not exists (select from entity e where e.resource = 'asset' and e.id = ${column})
      and not exists (select from trash t where t.resource = 'asset' and t.id = ${column}))`
  await sql`delete from duplicate_dismissal d where ${gone(sql`d.one`)} or ${gone(sql`d.other`)}`.execute(
    database,
  )
}

/** What distinguishes originals. */
export interface OriginalRow {
  readonly id: number
  readonly width: number | null
  readonly height: number | null
  readonly sizeBytes: number
  readonly carts: number
}

/** Originals of assets, and how many carts hold each. `isSeen`: the condition on `cart c` to be counted. */
export async function selectOriginals(
  database: Database,
  ids: readonly number[],
  isSeen: RawBuilder<SqlBool>,
): Promise<OriginalRow[]> {
  const pixels = (name: 'width' | 'height') =>
    sql`case when jsonb_typeof(e.props -> ${sql.lit(name)}) = 'number' then (e.props ->> ${sql.lit(name)})::float8 end`
  const { rows } = await sql<OriginalRow>`
    select e.id, ${pixels('width')} width, ${pixels('height')} height, coalesce(b.size_bytes, 0) "sizeBytes",
      (select count(*)::int from cart_item ci join cart c on c.id = ci.cart_id
        where ci.resource = 'asset' and ci.entity_id = e.id and ${isSeen}) carts
    from entity e left join entity_file f using (resource, id) left join blob b using (sha256)
    where e.resource = 'asset' and e.id = any(${[...ids]}::bigint[])`.execute(database)
  return rows
}
