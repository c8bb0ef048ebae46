import { assetStatuses } from '@cartouche/contract'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '../../ground/database/database.ts'

/** How many places there are, and the first of those that may be named. */
export interface Counted<Place> {
  readonly count: number
  readonly shown: Place[]
}

/** Places of one kind that are named. */
export const maxShown = 10

const holding = (assetIds: readonly number[]) =>
  sql<SqlBool>`((c.expires_at is null or c.expires_at > now()) and exists (select from cart_item ci
    where ci.cart_id = c.id and ci.resource = 'asset' and ci.entity_id = any(${[...assetIds]}::bigint[])))`

/** Carts that hold any of the assets. `isSeen`: the condition on `cart c` under which one may be named. */
export async function selectCartsWith(
  database: Database,
  assetIds: readonly number[],
  isSeen: RawBuilder<SqlBool>,
): Promise<Counted<{ id: number; name: string }>> {
  return counted(
    database,
    sql`select c.id, c.name, ${isSeen} seen, c.modified_at at from cart c where ${holding(assetIds)}`,
    ({ id, name }: { id: number; name: string }) => ({ id, name }),
  )
}

/** Active links to carts that hold any of the assets. `isSeen` as in {@link selectCartsWith}. */
export async function selectSharesOf(
  database: Database,
  assetIds: readonly number[],
  isSeen: RawBuilder<SqlBool>,
): Promise<Counted<{ cart: number; name: string }>> {
  return counted(
    database,
    sql`select c.id, coalesce(nullif(h.name, ''), c.name) name, ${isSeen} seen, h.created_at at
      from share h join cart c on c.id = h.cart_id
      where h.revoked_at is null and h.expires_at > now() and ${holding(assetIds)}`,
    ({ id, name }: { id: number; name: string }) => ({ cart: id, name }),
  )
}

/** Active embeds of any of the assets. */
export async function selectEmbedsOf(
  database: Database,
  assetIds: readonly number[],
): Promise<Counted<{ asset: number; name: string }>> {
  return counted(
    database,
    sql`select m.entity_id id, array_to_string(m.sites, ', ') name, true seen, m.created_at at from embed m
      where m.resource = 'asset' and m.entity_id = any(${[...assetIds]}::bigint[])
        and m.revoked_at is null and (m.expires_at is null or m.expires_at > now())`,
    ({ id, name }: { id: number; name: string }) => ({ asset: id, name }),
  )
}

/** A saved search, to be asked whether it finds an asset. */
export interface KeptSearch {
  readonly id: number
  readonly name: string
  readonly data: Readonly<Record<string, unknown>>
  readonly seen: boolean
}

/**
 * All saved searches, what changed last first. `isSeen`: the condition on `saved_search ss` under which one
 * may be named.
 */
export async function selectKeptSearches(
  database: Database,
  isSeen: RawBuilder<SqlBool>,
): Promise<KeptSearch[]> {
  const { rows } = await sql<KeptSearch>`
    select ss.id, ss.name, ss.data, ${isSeen} seen from saved_search ss order by ss.modified_at desc, ss.id desc
  `.execute(database)
  return rows
}

async function counted<Row, Place>(
  database: Database,
  places: RawBuilder<unknown>,
  toPlace: (row: Row) => Place,
): Promise<Counted<Place>> {
  const {
    rows: [found],
  } = await sql<{ count: number; shown: Row[] }>`
    with place as (${places}), first as (select * from place where seen order by at desc, id limit ${maxShown})
    select (select count(*)::int from place) count,
      coalesce((select jsonb_agg(to_jsonb(first) order by at desc, id) from first), '[]') shown
  `.execute(database)
  return { count: found?.count ?? 0, shown: (found?.shown ?? []).map(toPlace) }
}

/** A widget or a page whose texts hold one of some numbers. */
export interface MentionRow {
  /** The path of what a widget stands in; null for a page itself. */
  readonly parent: string | null
  readonly id: number
  readonly props: string
  readonly value: string | null
  readonly translations: string
  readonly component: string | null
}

/**
 * Widgets and pages in whose properties any of the numbers stands: what they mean there is for the caller to
 * find out. Reads every widget.
 */
export async function selectMentions(database: Database, numbers: readonly number[]): Promise<MentionRow[]> {
  const pattern = `(?:^|[^0-9])(?:${numbers.join('|')})(?:[^0-9]|$)`
  const { rows } = await sql<MentionRow>`
    select e.id, e.props ->> 'parent' parent, coalesce(e.props ->> 'props', '{}') props, e.props ->> 'value' value,
      coalesce(e.props ->> 'translations', '{}') translations, e.props -> 'component' ->> 'name' component
    from entity e where e.resource in ('page', 'pagewidget')
      and (e.props ->> 'props' ~ ${pattern} or e.props ->> 'value' ~ ${pattern} or e.props ->> 'translations' ~ ${pattern})
  `.execute(database)
  return rows
}

/** Pages by id, what changed last first. */
export async function selectPageNames(
  database: Database,
  ids: readonly number[],
): Promise<{ id: number; name: string; isPublished: boolean }[]> {
  const { rows } = await sql<{ id: number; name: string; isPublished: boolean }>`
    select e.id, coalesce(e.props ->> 'name', '') name, e.status = ${assetStatuses.published} "isPublished"
    from entity e where e.resource = 'page' and e.id = any(${[...ids]}::bigint[]) order by e.modified_at desc, e.id
  `.execute(database)
  return rows
}
