import { sql } from 'kysely'
import type { Database } from '../../ground/database/database.ts'
import { edited } from '../carts/carts.sql.ts'
import type { MovedEmbed, MovedLink, MovedMark, MovedPlace } from './moved.ts'

const own = sql`resource = 'asset'`

/** A merge as stored. */
export interface StoredMerge {
  readonly id: number
  readonly keep: number
  readonly ids: readonly number[]
  readonly state: 'running' | 'done' | 'failed' | 'undone'
  readonly moved: Readonly<Record<string, unknown>>
  readonly by: number | null
}

/** Notes a merge that begins. @returns its id */
export async function insertMerge(
  database: Database,
  { keep, ids, by }: { readonly keep: number; readonly ids: readonly number[]; readonly by: number | null },
): Promise<number> {
  const { merge_id: id } = await database
    .insertInto('asset_merge')
    .values({ keep_id: keep, merged_ids: [...ids], state: 'running', merged_by: by })
    .returning('merge_id')
    .executeTakeFirstOrThrow()
  return id
}

/** A merge. `isHeld`: until the transaction ends; whoever only looks does not wait for one that runs. */
export async function selectMerge(
  database: Database,
  id: number,
  { isHeld }: { readonly isHeld: boolean },
): Promise<StoredMerge | undefined> {
  const row = await database
    .selectFrom('asset_merge')
    .select(['merge_id', 'keep_id', 'merged_ids', 'state', 'moved', 'merged_by'])
    .where('merge_id', '=', id)
    .$if(isHeld, (select) => select.forUpdate())
    .executeTakeFirst()
  return (
    row && {
      id: row.merge_id,
      keep: row.keep_id,
      ids: row.merged_ids.map(Number),
      state: row.state,
      moved: row.moved,
      by: row.merged_by,
    }
  )
}

/** Writes how a merge ended, and what it moved. */
export async function settleMerge(
  database: Database,
  id: number,
  state: StoredMerge['state'],
  moved?: object,
): Promise<void> {
  await database
    .updateTable('asset_merge')
    .set({ state, ...(moved ? { moved: JSON.stringify(moved) } : {}) })
    .where('merge_id', '=', id)
    .execute()
}

/** Forgets merges that can no longer be undone, since the trash no longer holds what was merged. */
export async function deleteOldMerges(database: Database, days: number): Promise<void> {
  await sql`delete from asset_merge where state <> 'running' and merged_at < now() - ${days} * interval '1 day'`.execute(
    database,
  )
}

/** How many rows say that something holds or links to the assets. */
export async function countPlaces(database: Database, ids: readonly number[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from link where target_resource = 'asset' and target_id = any(${[...ids]}::bigint[]))
      + (select count(*) from cart_item where ${own} and entity_id = any(${[...ids]}::bigint[])) count`.execute(
    database,
  )
  return Number(rows[0]?.count ?? 0)
}

/**
 * Gives the places of assets in carts to another one: in each cart the first of them, unless the other stands
 * there already. What a cart holds as hits of its query is its query's.
 */
export async function moveCartPlaces(
  database: Database,
  ids: readonly number[],
  keep: number,
): Promise<MovedPlace[]> {
  const { rows } = await sql<MovedPlace>`
    with place as (
      select distinct on (ci.cart_id) ci.cart_id, ci.entity_id, ci.added_at from cart_item ci
      where ci.${own} and ci.entity_id = any(${[...ids]}::bigint[]) and not ci.is_followed
        and not exists (select from cart_item k where k.cart_id = ci.cart_id and k.${own} and k.entity_id = ${keep})
      order by ci.cart_id, ci.position, ci.entity_id
    ), moved as (
      update cart_item ci set entity_id = ${keep} from place p
      where ci.cart_id = p.cart_id and ci.${own} and ci.entity_id = p.entity_id
      returning ci.cart_id, p.entity_id, p.added_at
    ), touched as (
      update cart c set ${edited} from moved m where c.id = m.cart_id returning c.id
    )
    select cart_id cart, entity_id "from", added_at::text "addedAt" from moved order by cart_id`.execute(
    database,
  )
  return rows
}

/**
 * Keeps an asset in carts that hold it as a hit of their query alone, and one of others by hand: the query
 * does not take it out any more. @returns the carts
 */
export async function pinCartPlaces(
  database: Database,
  ids: readonly number[],
  keep: number,
): Promise<number[]> {
  const { rows } = await sql<{ cart: number }>`
    update cart_item k set is_followed = false where k.${own} and k.entity_id = ${keep} and k.is_followed
      and exists (select from cart_item ci where ci.cart_id = k.cart_id and ci.${own}
        and ci.entity_id = any(${[...ids]}::bigint[]) and not ci.is_followed)
    returning k.cart_id cart`.execute(database)
  return rows.map(({ cart }) => cart)
}

/** Leaves it to the queries of carts again. @returns in how many */
export async function unpinCartPlaces(
  database: Database,
  carts: readonly number[],
  keep: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update cart_item k set is_followed = true where k.${own} and k.entity_id = ${keep} and not k.is_followed
      and k.cart_id = any(${[...carts]}::bigint[])`.execute(database)
  return Number(numAffectedRows ?? 0)
}

/**
 * Gives places back that are still those that were moved, wherever somebody put them since. @returns the
 * carts
 */
export async function returnCartPlaces(
  database: Database,
  places: readonly MovedPlace[],
  keep: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with moved as (
      update cart_item ci set entity_id = w.entity_id
      from unnest(${places.map(({ cart }) => cart)}::bigint[], ${places.map(({ from }) => from)}::bigint[],
        ${places.map(({ addedAt }) => addedAt)}::timestamptz[]) w(cart_id, entity_id, added_at)
      where ci.cart_id = w.cart_id and ci.${own} and ci.entity_id = ${keep} and ci.added_at = w.added_at and not ci.is_followed
        and not exists (select from cart_item x where x.cart_id = w.cart_id and x.${own} and x.entity_id = w.entity_id)
      returning ci.cart_id
    )
    update cart c set ${edited} from moved m where c.id = m.cart_id returning c.id`.execute(database)
  return rows.map(({ id }) => id)
}

/** Puts an asset on the covers of carts that show one of others. */
export async function moveCovers(
  database: Database,
  ids: readonly number[],
  keep: number,
): Promise<{ cart: number; from: number }[]> {
  const { rows } = await sql<{ cart: number; from: number }>`
    update cart c set cover_id = ${keep} from (select id, cover_id from cart where cover_id = any(${[...ids]}::bigint[]) for update) o
    where c.id = o.id returning c.id cart, o.cover_id "from"`.execute(database)
  return rows
}

/** Puts the covers back that still show it. @returns how many */
export async function returnCovers(
  database: Database,
  covers: readonly { readonly cart: number; readonly from: number }[],
  keep: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update cart c set cover_id = w.entity_id
    from unnest(${covers.map(({ cart }) => cart)}::bigint[], ${covers.map(({ from }) => from)}::bigint[]) w(cart_id, entity_id)
    where c.id = w.cart_id and c.cover_id = ${keep}`.execute(database)
  return Number(numAffectedRows ?? 0)
}

/** The links to assets. */
export async function selectLinksTo(database: Database, ids: readonly number[]): Promise<MovedLink[]> {
  const { rows } = await sql<MovedLink>`
    select resource, id, field, position, target_id "from" from link
    where target_resource = 'asset' and target_id = any(${[...ids]}::bigint[]) order by resource, id, field, position`.execute(
    database,
  )
  return rows
}

/**
 * Lets links lead to what they led to before, where they still lead to the other one: of those that were one
 * link since, the first takes its place. @returns those that did
 */
export async function returnLinks(
  database: Database,
  links: readonly MovedLink[],
  keep: number,
): Promise<MovedLink[]> {
  const { rows } = await sql<MovedLink>`
    with wanted as (
      select w.* from unnest(${links.map(({ resource }) => resource)}::text[], ${links.map(({ id }) => id)}::bigint[], ${links.map(({ field }) => field)}::text[],
        ${links.map(({ position }) => position)}::int[], ${links.map(({ from }) => from)}::bigint[]) w(resource, id, field, position, target_id)
      join entity e on e.resource = w.resource and e.id = w.id
      where (w.resource = 'asset' and w.id = ${keep}) or exists (select from link k
        where k.resource = w.resource and k.id = w.id and k.field = w.field and k.target_resource = 'asset' and k.target_id = ${keep})
    )
    insert into link (resource, id, field, position, target_resource, target_id)
    select resource, id, field, position, 'asset', target_id from wanted on conflict do nothing
    returning resource, id, field, position, target_id "from"`.execute(database)
  return rows
}

/** The links among some that another asset had before they were moved to it. */
export async function selectLinkedBoth(
  database: Database,
  links: readonly MovedLink[],
  keep: number,
): Promise<{ resource: string; id: number; field: string }[]> {
  const { rows } = await sql<{ resource: string; id: number; field: string }>`
    select distinct k.resource, k.id, k.field from link k
    join unnest(${links.map(({ resource }) => resource)}::text[], ${links.map(({ id }) => id)}::bigint[], ${links.map(({ field }) => field)}::text[]) w(resource, id, field)
      on k.resource = w.resource and k.id = w.id and k.field = w.field
    where k.target_resource = 'asset' and k.target_id = ${keep}`.execute(database)
  return rows
}

/** Takes links to an asset away. */
export async function deleteLinksTo(
  database: Database,
  links: readonly { readonly resource: string; readonly id: number; readonly field: string }[],
  keep: number,
): Promise<void> {
  await sql`
    delete from link k using unnest(${links.map(({ resource }) => resource)}::text[], ${links.map(({ id }) => id)}::bigint[], ${links.map(({ field }) => field)}::text[]) w(resource, id, field)
    where k.resource = w.resource and k.id = w.id and k.field = w.field and k.target_resource = 'asset' and k.target_id = ${keep}`.execute(
    database,
  )
}

/** Whoever read these entities before cannot write back what they were. */
export async function growVersions(
  database: Database,
  resource: string,
  ids: readonly number[],
): Promise<void> {
  await sql`update entity set version = version + 1 where resource = ${resource} and id = any(${[...ids]}::bigint[])`.execute(
    database,
  )
}

/** Lets embeds show another asset. */
export async function moveEmbeds(
  database: Database,
  ids: readonly number[],
  keep: number,
): Promise<MovedEmbed[]> {
  const { rows } = await sql<MovedEmbed>`
    update embed e set entity_id = ${keep} from (select id, entity_id from embed where ${own} and entity_id = any(${[...ids]}::bigint[]) for update) o
    where e.id = o.id returning e.id, o.entity_id "from"`.execute(database)
  return rows
}

/** Lets them show what they showed before. @returns how many */
export async function returnEmbeds(
  database: Database,
  embeds: readonly MovedEmbed[],
  keep: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update embed e set entity_id = w.entity_id from unnest(${embeds.map(({ id }) => id)}::bigint[], ${embeds.map(({ from }) => from)}::bigint[]) w(id, entity_id)
    where e.id = w.id and e.${own} and e.entity_id = ${keep}`.execute(database)
  return Number(numAffectedRows ?? 0)
}

/** The marks of an asset, by person. */
export async function selectMarks(database: Database, id: number): Promise<MovedMark[]> {
  const { rows } = await sql<MovedMark>`
    select person_id person, rating, label, pick from mark where ${own} and id = ${id} order by person_id`.execute(
    database,
  )
  return rows
}

/** Puts marks in place of what a merge made of them, where they are still that. @returns how many */
export async function returnMarks(
  database: Database,
  id: number,
  changes: readonly { readonly before: MovedMark | null; readonly after: MovedMark }[],
): Promise<number> {
  let returned = 0
  for (const { before, after } of changes) {
    const still = sql`${own} and id = ${id} and person_id = ${after.person} and rating = ${after.rating}
      and label is not distinct from ${after.label} and pick is not distinct from ${after.pick}`
    const { numAffectedRows } = await (
      before === null
        ? sql`delete from mark where ${still}`
        : sql`update mark set rating = ${before.rating}, label = ${before.label}, pick = ${before.pick} where ${still}`
    ).execute(database)
    returned += Number(numAffectedRows ?? 0)
  }
  return returned
}

/** What gave way to some assets before. */
export async function selectMergedInto(
  database: Database,
  ids: readonly number[],
): Promise<{ id: number; into: number }[]> {
  const { rows } = await sql<{ id: number; into: number }>`
    select id, into_id "into" from merged_entity where ${own} and into_id = any(${[...ids]}::bigint[])`.execute(
    database,
  )
  return rows
}

/** Lets what gave way to an asset give way to what it did before. */
export async function returnMergedInto(
  database: Database,
  merged: readonly { readonly id: number; readonly into: number }[],
): Promise<void> {
  await sql`
    update merged_entity m set into_id = w.into_id from unnest(${merged.map(({ id }) => id)}::bigint[], ${merged.map(({ into }) => into)}::bigint[]) w(id, into_id)
    where m.${own} and m.id = w.id`.execute(database)
}

/** Writes the texts of a widget or a page, where they are still those of `before`. Whether they were. */
export async function writeTexts(
  database: Database,
  { resource, id }: { readonly resource: string; readonly id: number },
  before: { readonly props: string; readonly value: string | null; readonly translations: string },
  after: { readonly props: string; readonly value: string | null; readonly translations: string },
): Promise<boolean> {
  const { rows } = await sql`
    update entity e set version = version + 1, props = e.props
      || jsonb_strip_nulls(jsonb_build_object('props', ${after.props}::text, 'value', ${after.value}::text))
      || case when e.props ? 'translations' then jsonb_build_object('translations', ${after.translations}::text) else '{}'::jsonb end
    where e.resource = ${resource} and e.id = ${id} and coalesce(e.props ->> 'props', '{}') = ${before.props}
      and e.props ->> 'value' is not distinct from ${before.value} and coalesce(e.props ->> 'translations', '{}') = ${before.translations}
    returning e.id`.execute(database)
  return rows.length > 0
}
