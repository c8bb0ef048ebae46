import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFolderBlobs } from '../blobs/folder-blobs.ts'
import { migrate, type MigrateOptions } from '../database/migrate.ts'
import { backUpTables } from './back-up-tables.ts'
import { connectForCopy } from './connect.ts'
import { inNewDatabase } from './in-new-database.ts'
import { restoreTables, type RestoreTablesOptions } from './restore-tables.ts'

/**
 * Brings a copy of a database to this version, which is dropped afterwards: the database itself may be in use
 * and is only read. The copy lies beside it, on the same PostgreSQL, as a backup that is checked.
 * @returns how long the upgrade alone took, in milliseconds
 * @throws Error as {@link migrate} does, or where nobody may make a database there
 * @source decision 0219
 */
export async function rehearseUpgrade(
  url: string,
  { finish, ...options }: Pick<MigrateOptions, 'finish'> & Pick<RestoreTablesOptions, 'signal' | 'onTable'>,
): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'cartouche-rehearsal-'))
  try {
    const blobs = await createFolderBlobs(folder)
    const tables = await copyTables(url, blobs, options.signal)
    let tookMs = 0
    await inNewDatabase(url, (copy) =>
      restoreTables(
        copy,
        blobs,
        { name: 'the copy', ...tables },
        {
          ...options,
          upgrade: async () => {
            const startedAtMs = performance.now()
            await migrate(copy, finish ? { finish } : {})
            tookMs = performance.now() - startedAtMs
          },
        },
      ),
    )
    return tookMs
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function copyTables(
  url: string,
  blobs: Awaited<ReturnType<typeof createFolderBlobs>>,
  signal: AbortSignal | undefined,
): Promise<Awaited<ReturnType<typeof backUpTables>>> {
  const client = await connectForCopy(url, 'backup')
  try {
    await client.query('begin isolation level repeatable read read only')
    return await backUpTables(client, blobs, { signal, onTable: () => {} })
  } finally {
    await client.end()
  }
}
