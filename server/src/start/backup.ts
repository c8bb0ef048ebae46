import { parseArgs } from 'node:util'
import type { BackupProgress } from '../ground/backup/back-up.ts'
import type { BackupPlace } from '../ground/backup/backup-place.ts'
import { keepBackups } from '../ground/backup/keep-backups.ts'
import { noteBackup } from '../ground/backup/last-backup.ts'
import { describeReach, listLogs } from '../ground/backup/point-in-time/recover.ts'
import type { RestoreProgress } from '../ground/backup/restore.ts'
import { runBackup } from '../ground/backup/run-backup.ts'
import { runCheck } from '../ground/backup/run-check.ts'
import { findDatabase } from '../ground/database/find-database.ts'
import { openBlobs } from '../ground/open-blobs.ts'
import { readSecretsFile } from '../ground/settings/secrets.ts'
import { readSettings, type Settings } from '../ground/settings/settings.ts'
import { openNamedPlace, type NamedPlace } from './open-backup-place.ts'
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

const usage = `Makes a backup of a library, while it runs: its database as it was at one moment, and all its files.

  npm run backup -- [LOCATION] [--keep COUNT] [--check]
  npm run backup -- [LOCATION] --check [--name NAME]
  npm run backup -- [LOCATION] --list

The settings are those of the server (CARTOUCHE_DATA or DATABASE_URL, CARTOUCHE_BLOBS). LOCATION is a folder, or
s3://bucket/prefix; without it, CARTOUCHE_BACKUP_TO. What an earlier backup there has stored is not stored
again.

  --keep COUNT   deletes all backups but the newest COUNT afterwards, and what none of those needs; none where
                 files are missing or damaged
  --check        shows that a backup can be restored: brings its database back beside the library's, and
                 reads every file; of the backup just made, or, with --name, of one that is there ("last": the
                 newest)
  --list         names the backups that are there, and the moments that the log of a database reaches

It ends with 0 where all is well, with 3 where files are missing or damaged.`

async function main(parameters: string[]): Promise<number> {
  const { values, positionals } = readOptions(parameters)
  if (values.help) {
    say(usage)
    return exitCodes.done
  }
  const [address, ...rest] = positionals
  if (rest.length > 0) throw new UsageError(usage)
  const keep = readCount(values.keep)
  const settings = readSettings({ ...process.env, CARTOUCHE_DEMO: '0' })
  const named = await openNamedPlace(address, usage, !values.list && values.name === undefined)
  const { backups: place } = named
  if (values.list) {
    for (const name of await place.list()) say(name)
    for (const { reach } of await listLogs(place)) say(`any moment ${describeReach(reach)}`)
    return exitCodes.done
  }
  const postgres = await findDatabase(settings)
  const signal = stopOnSignals('Stopped. What was stored is not stored again by the next backup.')
  try {
    const made = values.name === undefined ? await make(named, settings, postgres.url, signal) : undefined
    if (made) await note(settings, named.place, made.isWhole)
    const checked = values.check
      ? await check(named, made?.name ?? (await nameOf(place, values.name)), postgres.url, signal)
      : true
    if (!checked || made?.isWhole === false) {
      // An older one may be the only whole one.
      if (keep !== undefined) warn('No old backup was deleted.')
      return exitCodes.faults
    }
    if (keep !== undefined) await deleteOld(place, keep, named.walDays)
    return exitCodes.done
  } finally {
    await postgres.stop()
  }
}

function readOptions(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        keep: { type: 'string' },
        check: { type: 'boolean', default: false },
        name: { type: 'string' },
        list: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${usage}`)
  }
}

function readCount(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new UsageError('--keep must be a number of backups, 1 or more.')
  return Number(text)
}

async function nameOf(place: BackupPlace, name: string | undefined): Promise<string> {
  if (name !== 'last' && name !== undefined) return name
  const last = (await place.list()).at(-1)
  if (last === undefined) throw new UsageError('There is no backup in this location.')
  return last
}

async function make(
  { place, backups }: NamedPlace,
  settings: Settings,
  url: string,
  signal: AbortSignal,
): Promise<{ readonly name: string; readonly isWhole: boolean }> {
  const { backup, progress, missing } = await runBackup(
    { url, blobs: await openBlobs(settings), secrets: await readSecretsFile(settings) },
    { place, openPlace: async () => backups, signal, onProgress: createProgressPrinter(describe) },
  )
  for (const { sha256, reason } of missing) warn(`${sha256} ${reason}: npm run verify says what it is.`)
  say(`${backup}: ${describe(progress)}`)
  return { name: backup, isWhole: missing.length === 0 }
}

/** For whoever asks before an upgrade; the backup is there without it. */
async function note({ dataFolder }: Settings, place: string, isWhole: boolean): Promise<void> {
  await noteBackup(dataFolder, { at: new Date().toISOString(), place, isWhole }).catch((error: Error) =>
    warn(`The backup was made; it could not be noted in ${dataFolder}: ${error.message}`),
  )
}

function describe({ tables, rows, files, bytes, newFiles, newBytes }: BackupProgress): string {
  return `${tables} tables (${rows} rows), ${files} files (${sizeOf(bytes)}), of them ${newFiles} new (${sizeOf(newBytes)}).`
}

async function check(
  { place, backups }: NamedPlace,
  name: string,
  url: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { progress, faults } = await runCheck({
    url,
    place,
    openPlace: async () => backups,
    name,
    signal,
    onProgress: createProgressPrinter(describeCheck),
  })
  for (const { sha256, reason } of faults) warn(`${sha256} of the backup ${reason}.`)
  say(`${name}: ${describeCheck(progress)}`)
  return faults.length === 0
}

function describeCheck({ tables, rows, files, bytes }: RestoreProgress): string {
  return `restored ${tables} tables (${rows} rows), read ${files} files (${sizeOf(bytes)}).`
}

async function deleteOld(place: BackupPlace, count: number, walDays: number): Promise<void> {
  const { deleted, files } = await keepBackups(place, { count, walDays })
  if (deleted.length > 0) say(`Deleted ${deleted.join(', ')}, and ${files} stored files.`)
}

await runCommand(main)
