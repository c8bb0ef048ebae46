import type { PartResource, PartStep } from '@cartouche/contract'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '../../ground/database/database.ts'

/** A page, a widget or a file as those who move it see it. */
export interface StoredPart {
  readonly resource: PartResource
  readonly id: number
  readonly status: number
  readonly owner_id: number | null
  /** The path of what it stands in; empty for pages and components. */
  readonly parent: string
}

const columns = sql.raw(
  `e.resource, e.id, coalesce(e.status, 0) status, e.owner_id, coalesce(e.props ->> 'parent', '') parent`,
)
const place = sql<string>`coalesce(e.props ->> 'parent', '')`

/** What stands below a path, at any depth. By an index of migration 0029. */
const below = (path: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(e.resource in ('pagewidget', 'pagefile') and (e.props ->> 'parent' = ${path} or e.props ->> 'parent' like ${`${path.replaceAll('_', '\\_')}\\_%`}))`

/** One part; `share` holds it against whoever moves it, `update` against everybody. */
export async function selectPart(
  database: Database,
  { resource, id }: PartStep,
  lock?: 'share' | 'no key update',
): Promise<StoredPart | undefined> {
  const held = lock === undefined ? sql`` : sql`for ${sql.raw(lock)}`
  const { rows } = await sql<StoredPart>`
    select ${columns} from entity e where e.resource = ${resource} and e.id = ${id} ${held}
  `.execute(database)
  return rows[0]
}

/** Everything below a path, what stands in nothing else first. */
export async function selectBelow(database: Database, path: string): Promise<StoredPart[]> {
  const { rows } = await sql<StoredPart>`
    select ${columns} from entity e where ${below(path)} order by length(${place}), e.id
  `.execute(database)
  return rows
}

/** Deletes everything below a path. Fails where something else links to it. */
export async function deleteBelow(database: Database, path: string): Promise<void> {
  await sql`delete from entity e where ${below(path)}`.execute(database)
}

/** Properties that a write of a part settles, beside those that it set. */
export async function updateSettled(
  database: Database,
  { resource, id }: PartStep,
  props: Readonly<Record<string, unknown>>,
  root: Pick<StoredPart, 'status' | 'owner_id'>,
): Promise<void> {
  await sql`
    update entity set props = props || ${JSON.stringify(props)}::jsonb, status = ${root.status}, owner_id = ${root.owner_id}
    where resource = ${resource} and id = ${id}
  `.execute(database)
}

/** The stored properties of a part. */
export async function selectProps(
  database: Database,
  { resource, id }: PartStep,
): Promise<Readonly<Record<string, unknown>>> {
  const row = await database
    .selectFrom('entity')
    .select('props')
    .where('resource', '=', resource)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.props ?? {}
}

/** The name of a page, as an expression of the statement that writes it down. */
export function nameOfPage(id: number): RawBuilder<string> {
  return sql<string>`(select props ->> 'name' from entity where resource = 'page' and id = ${id})`
}

/** A part that is to be copied under another id, into another place. */
export interface PartCopy {
  readonly resource: PartResource
  readonly id: number
  readonly new_id: number
  readonly parent: string
}

/** Ids for that many new parts. */
export async function reserveIds(database: Database, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval('entity_id') id from generate_series(1, ${count})
  `.execute(database)
  return rows.map(({ id }) => id)
}

/** Makes copies of parts, with their properties, links and files. */
export async function insertCopies(
  database: Database,
  copies: readonly PartCopy[],
  root: Pick<StoredPart, 'status' | 'owner_id'>,
  modifiedBy: number | null,
): Promise<void> {
  if (copies.length === 0) return
  const made = sql`jsonb_to_recordset(${JSON.stringify(copies)}::jsonb) c(resource text, id bigint, new_id bigint, parent text)`
  await sql`
    insert into entity (resource, id, status, owner_id, props, modified_by)
    select e.resource, c.new_id, ${root.status}::int, ${root.owner_id}::bigint, e.props || jsonb_build_object('parent', c.parent), ${modifiedBy}::bigint
    from ${made} join entity e on e.resource = c.resource and e.id = c.id
  `.execute(database)
  await sql`
    insert into link (resource, id, field, position, target_resource, target_id)
    select l.resource, c.new_id, l.field, l.position, l.target_resource, l.target_id
    from ${made} join link l on l.resource = c.resource and l.id = c.id
  `.execute(database)
  await sql`
    insert into entity_attachment (resource, id, field, sha256, file_name, media_type)
    select a.resource, c.new_id, a.field, a.sha256, a.file_name, a.media_type
    from ${made} join entity_attachment a on a.resource = c.resource and a.id = c.id
  `.execute(database)
}

/** The widgets that stand in a place itself, in their order. */
export async function selectChildren(database: Database, path: string): Promise<StoredPart[]> {
  const { rows } = await sql<StoredPart>`
    select ${columns} from entity e where e.resource = 'pagewidget' and e.props ->> 'parent' = ${path}
    order by coalesce((e.props ->> 'position')::numeric, 0), e.id
  `.execute(database)
  return rows
}

/** Widgets by id, held against other writers in the order of their ids; those that are gone are missing. */
export async function lockWidgets(database: Database, ids: readonly number[]): Promise<StoredPart[]> {
  const { rows } = await sql<StoredPart>`
    select ${columns} from entity e where e.resource = 'pagewidget' and e.id = any(${[...ids]}::bigint[])
    order by e.id for no key update
  `.execute(database)
  return rows
}

/** What every write of a part sets: its next version, who wrote it and when. */
const written = (modifiedBy: number | null): RawBuilder<unknown> =>
  sql`version = e.version + 1, modified_by = ${modifiedBy}, modified_at = greatest(clock_timestamp(), e.modified_at + interval '1 microsecond')`

/** Gives widgets the positions 1, 2, 3 … in order; answers those whose position was another. */
export async function updatePositions(
  database: Database,
  ids: readonly number[],
  modifiedBy: number | null,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update entity e set props = e.props || jsonb_build_object('position', w.position), ${written(modifiedBy)}
    from unnest(${[...ids]}::bigint[]) with ordinality w(id, position)
    where e.resource = 'pagewidget' and e.id = w.id and coalesce((e.props ->> 'position')::numeric, 0) <> w.position
    returning e.id
  `.execute(database)
  return rows.map(({ id }) => id)
}

/** Puts a widget into another place, and what stands in it with it; answers all of them. */
export async function moveParts(
  database: Database,
  { id, from, to }: { readonly id: number; readonly from: string; readonly to: string },
  parent: string,
  modifiedBy: number | null,
): Promise<StoredPart[]> {
  const { rows } = await sql<StoredPart>`
    update entity e set ${written(modifiedBy)}, props = e.props || jsonb_build_object('parent',
      case when e.resource = 'pagewidget' and e.id = ${id} then ${parent}::text else ${to}::text || substr(e.props ->> 'parent', ${from.length + 1}) end)
    where (e.resource = 'pagewidget' and e.id = ${id}) or ${below(from)} returning ${columns}
  `.execute(database)
  return rows
}

/** The page that a working copy names as its original; undefined for every other page. */
export async function selectOriginal(database: Database, id: number): Promise<number | undefined> {
  const row = await database
    .selectFrom('link')
    .select('target_id')
    .where('resource', '=', 'page')
    .where('id', '=', id)
    .where('field', '=', 'copietravail')
    .executeTakeFirst()
  return row?.target_id
}

/** Those of some pages that are marked as open to everybody. */
export async function selectPublic(database: Database, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select e.id from entity e where e.resource = 'page' and e.id = any(${[...ids]}::bigint[]) and e.props -> 'public' = 'true'
  `.execute(database)
  return rows.map(({ id }) => id)
}

/** The copies of a page with one of these statuses, the last that was made first. */
export async function selectCopies(
  database: Database,
  original: number,
  statuses: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select e.id from link l join entity e on e.resource = l.resource and e.id = l.id
    where l.target_resource = 'page' and l.target_id = ${original} and l.resource = 'page' and l.field = 'copietravail'
      and e.status = any(${[...statuses]}::int[]) order by e.id desc
  `.execute(database)
  return rows.map(({ id }) => id)
}

/** Makes a draft with all that a page says of itself, of the next version; the page is its original. */
export async function insertWorkingCopy(
  database: Database,
  original: number,
  status: number,
  ownerId: number | null,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into entity (resource, status, owner_id, props, modified_by)
    select 'page', ${status}::int, ${ownerId}::bigint, props || jsonb_build_object('version', coalesce((props ->> 'version')::numeric, 1) + 1), ${ownerId}::bigint
    from entity where resource = 'page' and id = ${original} returning id
  `.execute(database)
  const id = rows[0]?.id ?? 0
  await sql`
    insert into link (resource, id, field, position, target_resource, target_id)
    select 'page', ${id}::bigint, field, position, target_resource, target_id from link where resource = 'page' and id = ${original}
    union all select 'page', ${id}::bigint, 'copietravail', 0, 'page', ${original}::bigint
  `.execute(database)
  return id
}

/** Two pages whose contents change places. */
export interface PagePair {
  readonly original: StoredPart
  readonly copy: StoredPart
  readonly modifiedBy: number | null
}

/**
 * Gives each of two pages what the other says of itself. The original gets the next version, and the copy
 * keeps the one that was published until now.
 */
export async function swapPages(database: Database, { original, copy, modifiedBy }: PagePair): Promise<void> {
  const [a, b] = [original.id, copy.id]
  await sql`
    update entity e set ${written(modifiedBy)}, props = o.props || jsonb_build_object('version', v.version + case when e.id = ${a} then 1 else 0 end)
    from entity o, (select coalesce((props ->> 'version')::numeric, 1) as version from entity where resource = 'page' and id = ${a}) v
    where e.resource = 'page' and o.resource = 'page' and (e.id, o.id) in ((${a}::bigint, ${b}::bigint), (${b}::bigint, ${a}::bigint))
  `.execute(database)
  const { rows } = await sql`
    delete from link where resource = 'page' and id in (${a}, ${b}) and field in ('parent', 'validchildren')
    returning resource, case when id = ${a} then ${b}::bigint else ${a}::bigint end id, field, position, target_resource, target_id
  `.execute(database)
  await sql`
    insert into link select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      l(resource text, id bigint, field text, position int, target_resource text, target_id bigint)
  `.execute(database)
}

/** Lets the widgets and files of two pages change places; answers all of them. */
export async function swapParts(
  database: Database,
  one: string,
  other: string,
  modifiedBy: number | null,
): Promise<StoredPart[]> {
  const parent = sql`e.props ->> 'parent'`
  await sql`select from entity e where ${below(one)} or ${below(other)} order by e.resource, e.id for no key update`.execute(
    database,
  )
  const { rows } = await sql<StoredPart>`
    update entity e set ${written(modifiedBy)}, props = e.props || jsonb_build_object('parent',
      case when ${below(one)} then ${other}::text || substr(${parent}, ${one.length + 1}) else ${one}::text || substr(${parent}, ${other.length + 1}) end)
    where ${below(one)} or ${below(other)} returning ${columns}
  `.execute(database)
  return rows
}

/** Gives a page a status, and all that is in it that status and the page's owner; answers what is in it. */
export async function updatePartStatus(
  database: Database,
  page: Pick<StoredPart, 'id' | 'owner_id'>,
  path: string,
  status: number,
): Promise<StoredPart[]> {
  await sql`update entity set status = ${status} where resource = 'page' and id = ${page.id}`.execute(
    database,
  )
  const { rows } = await sql<StoredPart>`
    update entity e set status = ${status}, owner_id = ${page.owner_id} where ${below(path)} returning ${columns}
  `.execute(database)
  return rows
}
