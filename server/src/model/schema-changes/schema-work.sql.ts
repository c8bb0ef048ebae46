import { sql } from 'kysely'
import type { Database } from '../../ground/database/database.ts'

/**
 * What is done to all entities of a resource: their search rows written again, or values forgotten of fields
 * that were removed.
 */
export type WorkKind = 'project' | 'purge'

export interface WorkRow {
  readonly resource: string
  readonly kind: WorkKind
  readonly fields: readonly string[]
  readonly last_id: number
  readonly done: number
  readonly total: number
  readonly is_done: boolean
  readonly started_at: Date
}

/** How many entities a resource has. */
export async function countEntities(database: Database, resource: string): Promise<number> {
  const { count } = await database
    .selectFrom('search')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('resource', '=', resource)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Starts work from its beginning, whether it runs or not. */
export async function upsertWork(
  database: Database,
  work: {
    readonly resource: string
    readonly kind: WorkKind
    readonly fields: readonly string[]
    readonly total: number
  },
): Promise<void> {
  const row = {
    fields: [...work.fields],
    last_id: 0,
    done: 0,
    total: work.total,
    is_done: false,
    started_at: sql<Date>`clock_timestamp()`,
    look_again_at: null,
  }
  await database
    .insertInto('schema_work')
    .values({ resource: work.resource, kind: work.kind, ...row })
    .onConflict((conflict) => conflict.columns(['resource', 'kind']).doUpdateSet(row))
    .execute()
}

/** Work that is not done, held until the transaction ends: two workers take turns. */
export async function lockWork(
  database: Database,
  resource: string,
  kind: WorkKind,
): Promise<WorkRow | undefined> {
  return database
    .selectFrom('schema_work')
    .selectAll()
    .where('resource', '=', resource)
    .where('kind', '=', kind)
    .where('is_done', '=', false)
    .forUpdate()
    .executeTakeFirst()
}

/** The next entities after an id, held against writers; references to them stay possible. */
export async function lockNextEntities(
  database: Database,
  resource: string,
  afterId: number,
  max: number,
): Promise<number[]> {
  const rows = await database
    .selectFrom('entity')
    .select('id')
    .where('resource', '=', resource)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(max)
    .forNoKeyUpdate()
    .execute()
  return rows.map((row) => row.id)
}

/** The next entities after an id that were written since an instant, held against writers. */
export async function lockNextWritten(
  database: Database,
  resource: string,
  since: Date,
  afterId: number,
  max: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select e.id from entity e where e.resource = ${resource} and e.id > ${afterId}
      and e.id in (select s.id from search s where s.resource = ${resource} and s.modified_at >= ${since}) order by e.id limit ${max} for no key update
  `.execute(database)
  return rows.map((row) => row.id)
}

/** Notes how far work has come. */
export async function advanceWork(
  database: Database,
  { resource, kind }: WorkRow,
  lastId: number,
  count: number,
): Promise<void> {
  await database
    .updateTable('schema_work')
    .set((eb) => ({ last_id: lastId, done: eb('done', '+', count) }))
    .where('resource', '=', resource)
    .where('kind', '=', kind)
    .execute()
}

/** Notes that work is done; `lookAgain`: that it is looked after in a minute. */
export async function finishWork(
  database: Database,
  { resource, kind, fields }: WorkRow,
  lookAgain: boolean,
): Promise<void> {
  await database
    .updateTable('schema_work')
    .set({
      is_done: true,
      look_again_at: lookAgain ? sql<Date>`clock_timestamp() + interval '1 minute'` : null,
    })
    .where('resource', '=', resource)
    .where('kind', '=', kind)
    .execute()
  if (kind === 'purge')
    await database
      .updateTable('resource')
      .set({ removed: sql<string>`removed - ${[...fields]}::text[]` })
      .where('name', '=', resource)
      .execute()
}

/** Work that is done and to be looked after now. */
export async function selectWorkToLookAt(database: Database): Promise<WorkRow[]> {
  return database
    .selectFrom('schema_work')
    .selectAll()
    .where('is_done', '=', true)
    .where('look_again_at', '<', sql<Date>`clock_timestamp()`)
    .execute()
}

/** Takes note of work that a migration began, and that has no job yet. */
export async function takeNewWork(database: Database): Promise<Pick<WorkRow, 'resource' | 'kind'>[]> {
  return database
    .updateTable('schema_work')
    .set({ look_again_at: null })
    .where('is_done', '=', false)
    .where('look_again_at', '<', sql<Date>`clock_timestamp()`)
    .returning(['resource', 'kind'])
    .execute()
}

/** Notes that work was looked after, unless it has begun again meanwhile. */
export async function endLook(
  database: Database,
  { resource, kind, started_at: startedAt }: WorkRow,
): Promise<void> {
  await database
    .updateTable('schema_work')
    .set({ look_again_at: null })
    .where('resource', '=', resource)
    .where('kind', '=', kind)
    .where('started_at', '=', startedAt)
    .execute()
}

/** Work of resources by name. */
export async function selectWork(database: Database, resources: readonly string[]): Promise<WorkRow[]> {
  return database
    .selectFrom('schema_work')
    .selectAll()
    .where('resource', '=', sql<string>`any(${[...resources]}::text[])`)
    .execute()
}

/** Forgets what entities hold of fields. */
export async function purgeFields(
  database: Database,
  resource: string,
  ids: readonly number[],
  fields: readonly string[],
): Promise<void> {
  const [held, names] = [sql`${[...ids]}::bigint[]`, sql`${[...fields]}::text[]`]
  await sql`update entity set props = props - ${names} where resource = ${resource} and id = any(${held}) and props ?| ${names}`.execute(
    database,
  )
  await sql`delete from link where resource = ${resource} and id = any(${held}) and field = any(${names})`.execute(
    database,
  )
  await sql`delete from entity_attachment where resource = ${resource} and id = any(${held}) and field = any(${names})`.execute(
    database,
  )
}
