import { parseArgs } from 'node:util'
import { restore, type RestoreProgress } from '../ground/backup/restore.ts'
import { createDatabase } from '../ground/database/database.ts'
import { startEmbeddedPostgres } from '../ground/database/embedded-postgres.ts'
import { openBlobs } from '../ground/open-blobs.ts'
import { writeSecretsFile } from '../ground/settings/secrets.ts'
import { readSettings } from '../ground/settings/settings.ts'
import { syncSortIndexes } from '../model/schemas/sort-indexes.sql.ts'
import { openNamedPlace } from './open-backup-place.ts'
import {
  createTeller,
  exitCodes,
  runCommand,
  say,
  sizeOf,
  stopOnSignals,
  UsageError,
  warn,
} from './run-command.ts'

const usage = `Brings a library back from a backup, into a place that holds none.

  npm run restore -- [PLACE] [--name NAME]

The settings are those of the server that shall run afterwards (CARTOUCHE_DATA or DATABASE_URL,
CARTOUCHE_BLOBS): a data folder that does not exist, or an empty database. PLACE is where the backup is, as
for npm run backup; without it, CARTOUCHE_BACKUP_TO. Stopped before its end, the same command goes on where it was.

  --name NAME   the backup; the newest by default

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
  const name = values.name ?? (await place.list()).at(-1)
  if (name === undefined) throw new UsageError('There is no backup in this place.')
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
      {
        signal: stopOnSignals('Stopped. The same command goes on where it was.'),
        onProgress: createTeller(describe),
      },
    )
    await indexFields(postgres.url)
    for (const { sha256, reason } of missing)
      warn(`${sha256} ${reason} in the backup: npm run verify says what it is.`)
    say(`${name}: ${describe(progress)}`)
    return missing.length === 0 ? exitCodes.done : exitCodes.faults
  } finally {
    await postgres.stop()
  }
}

function readOptions(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { name: { type: 'string' }, help: { type: 'boolean', default: false } },
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

await runCommand(main)
