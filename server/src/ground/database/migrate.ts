import { ApiError } from '@cartouche/contract'
import { Kysely, PostgresDialect, type PostgresPoolClient, type Transaction } from 'kysely'
import pg from 'pg'
import { columnTypes } from './create-pool.ts'
import { findPending, listMigrations, migrationsFolder, type Migration } from './list-migrations.ts'
import type { Tables } from './tables.ts'

/** A table that stands while a backup is brought back: the database is none yet. */
export const restoreMarker = 'restore_in_progress'

/** Any number, the same for every server: one of them migrates, the others wait. */
const advisoryLock = 4_217_001

const createHistory = `
  create table if not exists migration (
    number integer primary key, name text not null, sha256 text not null, applied_at timestamptz not null default now())`

const maxAttempts = 3
const deadlock = '40P01'

export interface MigrateOptions {
  /** The folder of the numbered SQL files; the server's own by default. */
  folder?: string
  /** Receives a line for each file that is applied. */
  log?: (line: string) => void
  /** The number of the last migration that is applied; all of them by default. */
  until?: number
  /** Whether this is part of bringing a backup back. */
  isRestore?: boolean
  /** Writes what else this version needs before it can serve, where a file was applied. */
  finish?: (transaction: Transaction<Tables>) => Promise<void>
}

/**
 * Brings a database to the state of this version: applies the files `NNNN-name.sql` that it has not seen, in
 * order, all in one transaction, and records them. Where anything fails, or this process is killed, the
 * database is what it was, and the version before goes on. Several servers may start at once: one migrates,
 * the others wait.
 * @returns the names of the files that were applied, in order.
 * @throws Error when an applied file has changed or is gone, when numbers are not 1, 2, 3 …, when a backup is
 * being brought back, or when a statement fails.
 * @source decision 0219
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<string[]> {
  const { folder = migrationsFolder, until } = options
  const migrations = await listMigrations(folder)
  if (until !== undefined && until > migrations.length) throw new ApiError('version_newer')
  const client = new pg.Client({
    connectionString: url,
    application_name: 'cartouche migrate',
    types: columnTypes,
  })
  // What is under way fails as well where the connection is lost.
  client.on('error', () => {})
  await client.connect()
  try {
    // Of a process that is killed PostgreSQL would learn at the end of the statement; where it cannot, it
    // refuses the setting.
    await client.query("set client_connection_check_interval = '1s'").catch(() => {})
    await client.query(`select pg_advisory_lock(${advisoryLock})`)
    return await applyPending(client, migrations, options)
  } finally {
    await client.end()
  }
}

/** Servers of the version before may be at work on the same tables: a deadlock is tried again. */
async function applyPending(
  client: pg.Client,
  migrations: readonly Migration[],
  { isRestore = false, log = () => {}, until = migrations.length, finish }: MigrateOptions,
): Promise<string[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(client, async (transaction) => {
        if (!isRestore) await requireRestored(client)
        await client.query(createHistory)
        const pending = (await findPending(client, migrations)).filter(({ number }) => number <= until)
        for (const migration of pending) {
          log(`Migrating the database: ${migration.name}`)
          await apply(client, migration)
        }
        if (pending.length > 0) await finish?.(transaction)
        return pending.map(({ name }) => name)
      })
    } catch (error) {
      const { code } = ((error as Error).cause ?? error) as { code?: string }
      if (code !== deadlock || attempt === maxAttempts) throw error
    }
  }
}

/** A transaction of a connection, for statements of the driver and of the query builder alike. */
async function inTransaction<T>(
  client: pg.Client,
  work: (transaction: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  const lent = { query: client.query.bind(client), release: () => {} } as unknown as PostgresPoolClient
  const pool = { connect: async () => lent, end: async () => {}, options: {} }
  const database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return database.transaction().execute(work)
}

async function requireRestored(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ isMarked: boolean }>(
    `select to_regclass('public.${restoreMarker}') is not null "isMarked"`,
  )
  if (rows[0]?.isMarked)
    throw new Error(
      'A backup is being brought back into this database, or was stopped: run npm run restore again.',
    )
}

async function apply(client: pg.Client, { number, name, sql, sha256 }: Migration): Promise<void> {
  try {
    await client.query(sql)
  } catch (cause) {
    throw new Error(
      `The migration ${name} failed${describePlace(sql, cause)}: ${(cause as Error).message}. The database is as it was: the version before can be started again.`,
      { cause },
    )
  }
  await client.query('insert into migration (number, name, sha256) values ($1, $2, $3)', [
    number,
    name,
    sha256,
  ])
}

/** PostgreSQL counts characters from 1; people count lines. */
function describePlace(sql: string, error: unknown): string {
  const position = Number((error as { position?: string }).position)
  return position > 0 ? ` at line ${sql.slice(0, position).split('\n').length}` : ''
}
