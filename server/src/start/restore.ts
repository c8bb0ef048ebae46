import { parseArgs } from 'node:util'
import type { BackupPlace } from '../ground/backup/backup-place.ts'
import { recover, type RecoverProgress } from '../ground/backup/point-in-time/recover.ts'
import { restore, type RestoreProgress } from '../ground/backup/restore.ts'
import type { Uncopied } from '../ground/blobs/copy-blobs.ts'
import { createDatabase } from '../ground/database/database.ts'
import { startEmbeddedPostgres } from '../ground/database/embedded-postgres.ts'
import { openBlobs } from '../ground/open-blobs.ts'
import { writeSecretsFile } from '../ground/settings/secrets.ts'
import { readSettings, type Settings } from '../ground/settings/settings.ts'
import { syncSortIndexes } from '../model/schemas/sort-indexes.sql.ts'
import { openNamedPlace } from './open-backup-place.ts'
import {
  createProgressPrinter,
  exitCodes,
  runCommand,
  say,
  sizeOf,
  stopOnSignals,
  UsageError,
  warn,
} from './run-command.ts'

const usage = `Brings a library back from a backup, into a place that holds none.

  npm run restore -- [LOCATION] [--name NAME]
  npm run restore -- [LOCATION] --at MOMENT

The settings are those of the server that shall run afterwards (CARTOUCHE_DATA or DATABASE_URL,
CARTOUCHE_BLOBS): a data folder that does not exist, or an empty database. LOCATION is where the backup is, as
for npm run backup; without it, CARTOUCHE_BACKUP_TO. Stopped before its end, the same command goes on where it was.

  --name NAME   the backup; the newest by default
  --at MOMENT   the library as it was at a moment, as 2026-11-27T10:15:00Z, or "last" for all that there is: from
                the log of a database of its own (not with DATABASE_URL); npm run backup -- --list says which
                moments there are

It ends with 0 where all is well, with 3 where files are missing or damaged.`

async function main(parameters: string[]): Promise<number> {
  const { values, positionals } = readOptions(parameters)
  if (values.help) {
    say(usage)
    return exitCodes.done
  }
  const [address, ...rest] = positionals
  if (rest.length > 0) throw new UsageError(usage)
  const settings = readSettings({ ...process.env, CARTOUCHE_DEMO: '0' })
  const { backups: place } = await openNamedPlace(address, usage)
  const signal = stopOnSignals('Stopped. The same command goes on where it was.')
  return values.at === undefined
    ? restoreBackup(place, values.name, settings, signal)
    : restoreMoment(place, readMoment(values.at), settings, signal)
}

async function restoreBackup(
  place: BackupPlace,
  named: string | undefined,
  settings: Settings,
  signal: AbortSignal,
): Promise<number> {
  const name = named ?? (await place.list()).at(-1)
  if (name === undefined) throw new UsageError('There is no backup in this location.')
  const manifest = await place.read(name)
  const postgres =
    settings.databaseUrl === undefined
      ? await startEmbeddedPostgres({ dataFolder: settings.dataFolder, startedBy: 'command', log: () => {} })
      : { url: settings.databaseDirectUrl ?? settings.databaseUrl, stop: async () => {} }
  try {
    const { progress, missing } = await restore(
      place,
      manifest,
      {
        url: postgres.url,
        blobs: await openBlobs(settings),
        keepSecrets: (secrets) => writeSecretsFile(settings, secrets),
      },
      { signal, onProgress: createProgressPrinter(describe) },
    )
    await indexFields(postgres.url)
    return sayEnd(`${name}: ${describe(progress)}`, missing)
  } finally {
    await postgres.stop()
  }
}

async function restoreMoment(
  place: BackupPlace,
  at: Date | undefined,
  settings: Settings,
  signal: AbortSignal,
): Promise<number> {
  if (settings.databaseUrl !== undefined)
    throw new UsageError(
      'A moment is brought back into a database of its own: leave DATABASE_URL out. A PostgreSQL of yours has its own tools for it.',
    )
  const recovered = await recover(
    place,
    at,
    {
      dataFolder: settings.dataFolder,
      blobs: await openBlobs(settings),
      keepSecrets: (secrets) => writeSecretsFile(settings, secrets),
    },
    { signal, onProgress: createProgressPrinter(describeRecovery) },
  )
  return sayEnd(`${recovered.at.toISOString()}: ${describeRecovery(recovered.progress)}`, recovered.missing)
}

function sayEnd(done: string, missing: readonly Uncopied[]): number {
  for (const { sha256, reason } of missing)
    warn(`${sha256} ${reason} in the backup: npm run verify says what it is.`)
  say(done)
  return missing.length === 0 ? exitCodes.done : exitCodes.faults
}

/** Undefined: the last moment. */
function readMoment(text: string): Date | undefined {
  if (text === 'last') return undefined
  if (
    !/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/.test(text) ||
    Number.isNaN(Date.parse(text))
  )
    throw new UsageError('--at must be a moment with its zone, as 2026-11-27T10:15:00Z, or "last".')
  return new Date(text)
}

function readOptions(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        name: { type: 'string' },
        at: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${usage}`)
  }
}

/** Indexes by which fields sort are no migration's: they come and go with fields. */
async function indexFields(url: string): Promise<void> {
  const database = createDatabase(url, { connections: 2 })
  try {
    await syncSortIndexes(database)
  } finally {
    await database.destroy()
  }
}

function describe({ files, bytes, tables, rows }: RestoreProgress): string {
  return `${files} files (${sizeOf(bytes)}), ${tables} tables (${rows} rows).`
}

function describeRecovery({ clusterBytes, segments, files, bytes }: RecoverProgress): string {
  return `${sizeOf(clusterBytes)} of the database, ${segments} files of its log, ${files} files (${sizeOf(bytes)}).`
}

await runCommand(main)
