import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'

export const migrationsFolder = join(import.meta.dirname, 'migrations')

/** A numbered file of SQL statements, which changes a database once. */
export interface Migration {
  readonly number: number
  readonly name: string
  readonly sql: string
  readonly sha256: string
}

/** The database has migrations that this version does not know. */
export class NewerDatabaseError extends Error {
  override name = 'NewerDatabaseError'
}

/**
 * The files `NNNN-name.sql` of a folder, in order.
 * @throws Error when their numbers are not 1, 2, 3 …
 */
export async function listMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name, index) => {
      const number = Number(/^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1])
      if (number !== index + 1)
        throw new Error(
          `The migration ${name} should be numbered ${String(index + 1).padStart(4, '0')}-name.sql.`,
        )
      const sql = await readFile(join(folder, name), 'utf8')
      return { number, name, sql, sha256: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/**
 * The migrations that a database has not seen.
 * @throws NewerDatabaseError; Error when an applied file has changed
 */
export async function findPending(
  client: Pick<pg.Client, 'query'>,
  migrations: readonly Migration[],
): Promise<Migration[]> {
  const { rows } = await client.query<{ number: number; name: string; sha256: string }>(
    'select number, name, sha256 from migration order by number',
  )
  for (const applied of rows) {
    const file = migrations[applied.number - 1]
    if (!file)
      throw new NewerDatabaseError(
        `The database was migrated by a newer version of Cartouche (${applied.name}). Run that version, or restore a backup.`,
      )
    if (file.sha256 !== applied.sha256)
      throw new Error(
        `The migration ${file.name} was changed after it had been applied as ${applied.name}. Undo the change and add a new migration.`,
      )
  }
  return migrations.slice(rows.length)
}
