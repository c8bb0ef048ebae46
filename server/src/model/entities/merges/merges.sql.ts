import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '../../../ground/database/database.ts'

/** An entity by its resource. */
export interface Named {
  readonly resource: string
  readonly id: number
}

/** How many links lead to an entity, by the resource and field that they stand in. */
export async function countLinksTo(
  database: Database,
  { resource, id }: Named,
): Promise<{ resource: string; field: string; count: number }[]> {
  const rows = await database
    .selectFrom('link')
    .select((eb) => ['resource', 'field', eb.fn.countAll<number>().as('count')])
    .where('target_resource', '=', resource)
    .where('target_id', '=', id)
    .groupBy(['resource', 'field'])
    .orderBy('resource')
    .orderBy('field')
    .execute()
  return rows.map((row) => ({ ...row, count: Number(row.count) }))
}

/** The same for one of these fields, under a condition on the rows `search s` that link. */
export async function countLinksUnder(
  database: Database,
  { resource, id }: Named,
  from: { readonly resource: string; readonly field: string },
  condition: RawBuilder<SqlBool>,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int count from link l join search s on s.resource = l.resource and s.id = l.id
    where l.target_resource = ${resource} and l.target_id = ${id} and l.resource = ${from.resource} and l.field = ${from.field} and ${condition}
  `.execute(database)
  return rows[0]?.count ?? 0
}

/** Holds an entity so that nothing new can link to it until the transaction ends; false where it is gone. */
export async function holdAgainstLinks(database: Database, { resource, id }: Named): Promise<boolean> {
  return (
    (await database
      .selectFrom('entity')
      .select('id')
      .where('resource', '=', resource)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()) !== undefined
  )
}

/** Some entities that link to one, in order. */
export async function selectLinkingPage(
  database: Database,
  { resource, id }: Named,
  max: number,
): Promise<Named[]> {
  return database
    .selectFrom('link')
    .select(['resource', 'id'])
    .distinct()
    .where('target_resource', '=', resource)
    .where('target_id', '=', id)
    .orderBy('resource')
    .orderBy('id')
    .limit(max)
    .execute()
}

/**
 * Lets links of these entities lead elsewhere: what leads there already stays alone, and an entity does not
 * link to itself. Their versions grow.
 */
export async function moveLinks(
  database: Database,
  from: { readonly resource: string; readonly ids: readonly number[] },
  { resource, id }: Named,
  into: number,
): Promise<void> {
  const held = sql`resource = ${from.resource} and id = any(${[...from.ids]}::bigint[])`
  await sql`
    insert into link (resource, id, field, position, target_resource, target_id)
    select resource, id, field, position, target_resource, ${into}::bigint from link
    where ${held} and target_resource = ${resource} and target_id = ${id} and not (resource = ${resource} and id = ${into}) on conflict do nothing
  `.execute(database)
  await sql`delete from link where ${held} and target_resource = ${resource} and target_id = ${id}`.execute(
    database,
  )
  await sql`update entity set version = version + 1 where ${held}`.execute(database)
}

/** Notes that an entity gives way to another: whoever asks for the one finds what links to the other, too. */
export async function insertMerged(database: Database, { resource, id }: Named, into: number): Promise<void> {
  await database
    .insertInto('merged_entity')
    .values({ resource, id, into_id: into })
    .onConflict((conflict) => conflict.columns(['resource', 'id']).doUpdateSet({ into_id: into }))
    .execute()
}

/**
 * What gave way to an entity before gives way to the other one from now on: no chain is walked when something
 * is asked for.
 */
export async function passOnMerged(database: Database, { resource, id }: Named, into: number): Promise<void> {
  await database
    .updateTable('merged_entity')
    .set({ into_id: into })
    .where('resource', '=', resource)
    .where('into_id', '=', id)
    .execute()
}

/** Forgets a merge that was given up: the entity stands for itself. */
export async function deleteMerged(database: Database, { resource, id }: Named): Promise<void> {
  await database.deleteFrom('merged_entity').where('resource', '=', resource).where('id', '=', id).execute()
}

/** The payload of the job under a key that waits or runs. */
export async function selectJob(database: Database, key: string): Promise<unknown> {
  const { rows } = await sql<{
    payload: unknown
  }>`select payload from graphile_worker._private_jobs where key = ${key} and attempts < max_attempts`.execute(
    database,
  )
  return rows[0]?.payload
}

/** Gives the marks of an entity to the one in its place: of each person, what that one has not got. */
export async function moveMarks(database: Database, { resource, id }: Named, into: number): Promise<void> {
  await sql`
    insert into mark (person_id, resource, id, rating, label, pick)
    select person_id, resource, ${into}::bigint, rating, label, pick from mark where resource = ${resource} and id = ${id}
    on conflict (person_id, resource, id) do update set
      rating = case when mark.rating = 0 then excluded.rating else mark.rating end,
      label = coalesce(mark.label, excluded.label), pick = coalesce(mark.pick, excluded.pick)
  `.execute(database)
}
