import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../../ground/database/database.ts'
import { selectSchemas } from './schemas.sql.ts'

/** Any number, the same for every server: held by whoever makes indexes of sortable fields. */
export const sortIndexLock = 4_217_053

/** The most bytes of a name. @source PostgreSQL, "Identifiers and Key Words" */
const maxNameLength = 63

/**
 * Index by which lists of a resource are sorted by a field, where there is nothing to index yet. It holds the
 * rows of this resource alone: a change of any other row leaves it as it is.
 * @source decision 0244
 */
export async function createSortIndex(database: Database, resource: string, field: string): Promise<void> {
  const name = sortIndexName(resource, field)
  await createStatistics(database, name, field)
  await sql`create index if not exists ${sql.id(name)} on ${sortedRows(resource, field)}`.execute(database)
}

/**
 * Makes the indexes of all fields that lists may be sorted by, and takes away those that nobody needs any
 * more: of fields that are gone, and of versions before. Over a library in use: beside running writes,
 * however long it takes, outside of any transaction. One that was cut short is built again; where another
 * does this at the moment, nothing is done.
 * @param database connections that keep their sessions
 * @source decision 0244
 */
export async function syncSortIndexes(database: Database): Promise<void> {
  await database.connection().execute(async (connection) => {
    const { rows } = await sql<{ held: boolean }>`select pg_try_advisory_lock(${sortIndexLock}) held`.execute(
      connection,
    )
    if (!rows[0]?.held) return
    try {
      await sql`set statement_timeout = 0`.execute(connection)
      await sql`set lock_timeout = 0`.execute(connection)
      await makeWanted(connection)
    } finally {
      await sql`reset statement_timeout`.execute(connection)
      await sql`reset lock_timeout`.execute(connection)
      await sql`select pg_advisory_unlock(${sortIndexLock})`.execute(connection)
    }
  })
}

async function makeWanted(connection: Database): Promise<void> {
  // Before the schemas: what is there of a field that is made at this moment is then known as wanted.
  const found = await selectSortIndexes(connection)
  const wanted = await listWanted(connection)
  const missing = [...wanted].filter(([name]) => found.get(name) !== true)
  for (const [name, { resource, field }] of missing) {
    if (found.has(name)) await dropIndex(connection, name)
    await createStatistics(connection, name, field)
    await sql`create index concurrently if not exists ${sql.id(name)} on ${sortedRows(resource, field)}`.execute(
      connection,
    )
  }
  if (missing.length > 0) await sql`analyze search`.execute(connection)
  // Last: what is to go serves until what takes its place is there.
  for (const name of found.keys()) if (!wanted.has(name)) await dropIndex(connection, name)
}

/** Names of what is there, and whether it is whole. */
async function selectSortIndexes(connection: Database): Promise<Map<string, boolean>> {
  const { rows } = await sql<{ name: string; isWhole: boolean }>`
    select c.relname name, i.indisvalid "isWhole" from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = 'search'::regclass and c.relname ~ '^search_([a-z0-9]+_)?by_'
  `.execute(connection)
  return new Map(rows.map(({ name, isWhole }) => [name, isWhole]))
}

async function listWanted(
  connection: Database,
): Promise<Map<string, { readonly resource: string; readonly field: string }>> {
  return new Map(
    (await selectSchemas(connection)).flatMap(({ resource, fields }) =>
      [...fields.values()]
        .filter(({ isSortable, name }) => isSortable && name !== 'name')
        .map(({ name: field }) => [sortIndexName(resource, field), { resource, field }] as const),
    ),
  )
}

/**
 * How many values a field has, and which are frequent: PostgreSQL asks the statistics of no index that holds
 * some rows alone, and without any takes each value for that of one row in two hundred.
 */
async function createStatistics(database: Database, name: string, field: string): Promise<void> {
  await sql`create statistics if not exists ${sql.id(name)} on (keys -> ${sql.lit(field)}) from search`.execute(
    database,
  )
}

async function dropIndex(connection: Database, name: string): Promise<void> {
  await sql`drop statistics if exists ${sql.id(name)}`.execute(connection)
  await sql`drop index concurrently if exists ${sql.id(name)}`.execute(connection)
}

/** What PostgreSQL would cut ends in a hash of the whole. */
function sortIndexName(resource: string, field: string): string {
  const name = `search_${resource}_by_${field.replaceAll(/[^a-z0-9]/g, '_')}`
  if (name.length <= maxNameLength) return name
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8)
  return `${name.slice(0, maxNameLength - hash.length - 1)}_${hash}`
}

const sortedRows = (resource: string, field: string) =>
  sql`search ((keys -> ${sql.lit(field)}), id) where resource = ${sql.lit(resource)}`
