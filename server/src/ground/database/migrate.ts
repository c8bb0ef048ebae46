import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

const ownFolder = join(import.meta.dirname, 'migrations')

/** A table that stands while a backup is brought back: the database is none yet. */
export const restoreMarker = 'restore_in_progress'

/** Any number, the same for every server: one of them migrates, the others wait. */
const advisoryLock = 4_217_001

const createHistory = `
  create table if not exists migration (
    number integer primary key, name text not null, sha256 text not null, applied_at timestamptz not null default now())`

export interface MigrateOptions {
  /** The folder of the numbered SQL files; the server's own by default. */
  folder?: string
  /** Receives a line for each file that is applied. */
  log?: (line: string) => void
  /** The number of the last migration that is applied; all of them by default. */
  until?: number
  /** Whether this is part of bringing a backup back. */
  isRestore?: boolean
}

interface Migration {
  number: number
  name: string
  sql: string
  sha256: string
}

/**
 * Brings a database to the state of this version: applies the files `NNNN-name.sql` that it has not seen, in
 * order, each in a transaction of its own, and records them. Several servers may start at once: one migrates,
 * the others wait.
 * @returns the names of the files that were applied, in order.
 * @throws Error when an applied file has changed or is gone, when numbers are not 1, 2, 3 …, when a backup is
 * being brought back, or when a statement fails; what the files before it did stays.
 */
export async function migrate(
  url: string,
  { folder = ownFolder, log = () => {}, until, isRestore = false }: MigrateOptions = {},
): Promise<string[]> {
  const migrations = await listMigrations(folder)
  if (until !== undefined && until > migrations.length)
    throw new Error('This is of a newer version of Cartouche. Run that version.')
  const client = new pg.Client({ connectionString: url, application_name: 'cartouche migrate' })
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(${advisoryLock})`)
    if (!isRestore) await requireRestored(client)
    await client.query(createHistory)
    const pending = (await findPending(client, migrations)).filter(
      ({ number }) => number <= (until ?? migrations.length),
    )
    for (const migration of pending) {
      log(`Migrating the database: ${migration.name}`)
      await apply(client, migration)
    }
    return pending.map((migration) => migration.name)
  } finally {
    await client.end()
  }
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

/**
 * Names the files that a database has not seen, in order, and changes nothing.
 * @throws Error when the database is of a newer version, or an applied file has changed
 */
export async function listPendingMigrations(url: string): Promise<string[]> {
  const migrations = await listMigrations(ownFolder)
  const client = new pg.Client({ connectionString: url, application_name: 'cartouche migrate' })
  await client.connect()
  try {
    return (await findPending(client, migrations)).map((migration) => migration.name)
  } finally {
    await client.end()
  }
}

async function listMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name, index) => {
      const number = Number(/^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1])
      if (number !== index + 1)
        throw new Error(
          `The migration ${name} should be numbered ${String(index + 1).padStart(4, '0')}-name.sql.`,
        )
      const sql = await readFile(join(folder, name), 'utf8')
      return { number, name, sql, sha256: sha256(sql) }
    }),
  )
}

async function findPending(client: pg.Client, migrations: Migration[]): Promise<Migration[]> {
  const { rows } = await client.query<{ number: number; name: string; sha256: string }>(
    'select number, name, sha256 from migration order by number',
  )
  for (const applied of rows) {
    const file = migrations[applied.number - 1]
    if (!file)
      throw new Error(
        `The database was migrated by a newer version of Cartouche (${applied.name}). Run that version, or restore a backup.`,
      )
    if (file.sha256 !== applied.sha256)
      throw new Error(
        `The migration ${file.name} was changed after it had been applied as ${applied.name}. Undo the change and add a new migration.`,
      )
  }
  return migrations.slice(rows.length)
}

async function apply(client: pg.Client, { number, name, sql, sha256: hash }: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into migration (number, name, sha256) values ($1, $2, $3)', [
      number,
      name,
      hash,
    ])
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    throw new Error(`The migration ${name} failed${describePlace(sql, cause)}: ${(cause as Error).message}`, {
      cause,
    })
  }
}

/** PostgreSQL counts characters from 1; people count lines. */
function describePlace(sql: string, error: unknown): string {
  const position = Number((error as { position?: string }).position)
  return position > 0 ? ` at line ${sql.slice(0, position).split('\n').length}` : ''
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
