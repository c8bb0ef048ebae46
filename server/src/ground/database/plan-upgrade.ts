import pg from 'pg'
import { LibraryError } from './find-database.ts'
import { findPending, listMigrations, migrationsFolder, type Migration } from './list-migrations.ts'
import releases from './migrations/releases.json' with { type: 'json' }
import { restoreMarker } from './migrate.ts'
import { tablesOf } from './tables-of-migration.ts'

/** A table of a library, by what PostgreSQL has counted. */
export interface TableSize {
  readonly name: string
  /** Null: PostgreSQL has not looked yet. */
  readonly rows: number | null
  /** With its indexes. */
  readonly bytes: number
}

/** What a migration will do to a library. */
export interface PlannedMigration {
  readonly name: string
  /** What it is about: the first sentence of its file. */
  readonly what: string
  /** Tables whose rows it reads or writes, the largest first. */
  readonly tables: readonly TableSize[]
}

export interface UpgradePlan {
  /** How many migrations the library has. */
  readonly applied: number
  readonly pending: readonly PlannedMigration[]
  readonly databaseBytes: number
}

/**
 * Says what {@link migrate} would do to a database, and writes nothing.
 * @throws NewerDatabaseError; LibraryError where there is no library, or a backup is being brought back;
 * Error where a migration that was applied has changed
 */
export async function planUpgrade(url: string): Promise<UpgradePlan> {
  const migrations = await listMigrations(migrationsFolder)
  const client = new pg.Client({ connectionString: url, application_name: 'cartouche plan' })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    await requireLibrary(client)
    const pending = await findPending(client, migrations)
    const sizes = await measureTables(client)
    const { rows } = await client.query<{ bytes: string }>(
      'select pg_database_size(current_database()) bytes',
    )
    return {
      applied: migrations.length - pending.length,
      pending: pending.map((migration) => plan(migration, sizes)),
      databaseBytes: Number(rows[0]?.bytes),
    }
  } finally {
    await client.end()
  }
}

/** How people call the version that a library with so many migrations was used by last. */
export function nameVersion(migrations: number): string {
  const counts = Object.entries(releases)
  const latest = Math.max(...counts.map(([, count]) => count).filter((count) => count <= migrations))
  const names = counts.flatMap(([version, count]) => (count === latest ? version : []))
  if (names.length === 0) return `before ${counts[0]?.[0]}`
  return latest === migrations ? names.join(' or ') : `after ${names.at(-1)}`
}

async function requireLibrary(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ isLibrary: boolean; isMarked: boolean }>(
    `select to_regclass('public.migration') is not null "isLibrary",
      to_regclass('public.${restoreMarker}') is not null "isMarked"`,
  )
  if (rows[0]?.isMarked)
    throw new LibraryError(
      'A backup is being brought back into this database, or was stopped: run npm run restore again.',
    )
  if (!rows[0]?.isLibrary)
    throw new LibraryError('There is no library in this database. The first start makes one: npm start.')
}

function plan({ name, sql }: Migration, sizes: ReadonlyMap<string, TableSize>): PlannedMigration {
  const tables = tablesOf(sql).flatMap((table) => sizes.get(table) ?? [])
  return { name, what: firstSentence(sql), tables: tables.toSorted((one, other) => other.bytes - one.bytes) }
}

/** Of the comment that a migration begins with, in one line. */
function firstSentence(sql: string): string {
  const head = /^(?:--.*\n)+/.exec(sql)?.[0] ?? ''
  const text = head.replaceAll(/^-- ?/gm, '').replaceAll(/\s+/g, ' ').trim()
  return /^.*?\.(?= |$)/.exec(text)?.[0] ?? text
}

/** Of a table in parts, all of them together. */
async function measureTables(client: pg.Client): Promise<Map<string, TableSize>> {
  const { rows } = await client.query<{ name: string; rows: number | null; bytes: string }>(
    `select coalesce(p.relname, c.relname) name,
       case when bool_or(c.reltuples < 0 and pg_relation_size(c.oid) > 0) then null
         else sum(greatest(c.reltuples, 0))::float8 end rows,
       sum(pg_total_relation_size(c.oid)) bytes
     from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace group by 1`,
  )
  return new Map(
    rows.map(({ name, rows: count, bytes }) => [name, { name, rows: count, bytes: Number(bytes) }]),
  )
}
