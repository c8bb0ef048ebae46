import { statfs } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { readLastBackup } from '../ground/backup/last-backup.ts'
import { rehearseUpgrade } from '../ground/backup/rehearse-upgrade.ts'
import { getClusterFolder } from '../ground/database/cluster-folder.ts'
import { findDatabase } from '../ground/database/find-database.ts'
import { NewerDatabaseError } from '../ground/database/list-migrations.ts'
import { getPostgresAccount } from '../ground/database/postgres-account.ts'
import {
  nameVersion,
  planUpgrade,
  type PlannedMigration,
  type TableSize,
  type UpgradePlan,
} from '../ground/database/plan-upgrade.ts'
import { readSettings, type Settings } from '../ground/settings/settings.ts'
import { installLibrary } from '../model/entities/install-library.ts'
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

const usage = `Says what starting this version will change in a library, and changes nothing.

  npm run upgrade -- --dry-run [--rehearse]

The upgrade itself is the start of the new version: npm start. The settings are those of the server
(CARTOUCHE_DATA or DATABASE_URL), which may run or be stopped.

  --dry-run    names each migration, the rows that it goes through, the room that it needs, and the last backup
  --rehearse   upgrades a copy of the database as well, beside it on the same PostgreSQL, says how long that
               took, and drops the copy

Sizes: small is less than 10,000 rows, medium less than 1,000,000, large is more.

It ends with 0 where the upgrade can begin or there is nothing to do, with 3 where something is in the way:
the library is of a newer version, or the disk has too little room; with 1 where a rehearsal failed, with 2
where there is no library.`

const smallRows = 10_000
const mediumRows = 1_000_000
/** Rows are written again beside the old ones, and into the log of the database. */
const copiesOfRows = 2
/** A copy with its indexes, and the log of writing it. */
const copiesOfDatabase = 2
const leastRoomBytes = 100e6

async function main(parameters: string[]): Promise<number> {
  const options = readOptions(parameters)
  if (options.help) {
    say(usage)
    return exitCodes.done
  }
  // Without --dry-run, for example where npm took it for its own, nothing may happen that was not asked for.
  if (!options['dry-run']) throw new UsageError(usage)
  const settings = readSettings({ ...process.env, CARTOUCHE_DEMO: '0' })
  const postgres = await findDatabase(settings)
  try {
    const plan = await planUpgrade(postgres.url)
    const hasRoom = await describe(plan, settings, options.rehearse)
    if (!hasRoom) return exitCodes.faults
    if (options.rehearse && plan.pending.length > 0) await rehearse(postgres.url)
    await describeBackup(settings)
    say('Nothing was changed. To upgrade, stop the version before, and start this one: npm start')
    return exitCodes.done
  } catch (error) {
    if (!(error instanceof NewerDatabaseError)) throw error
    warn(error.message)
    return exitCodes.faults
  } finally {
    await postgres.stop()
  }
}

function readOptions(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        'dry-run': { type: 'boolean', default: false },
        rehearse: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${usage}`)
  }
}

/** Prints what will be done. @returns whether there is room for it */
async function describe(plan: UpgradePlan, settings: Settings, rehearses: boolean): Promise<boolean> {
  const { applied, pending } = plan
  const ours = applied + pending.length
  say(
    `Library: ${nameVersion(applied)} (${applied} migrations). This version: ${nameVersion(ours)} (${ours}).`,
  )
  if (pending.length === 0) {
    say('The library is up to date: there is nothing to migrate.')
    return true
  }
  say(`${pending.length} migrations, all of them or none:`)
  for (const migration of pending) describeMigration(migration)
  const tables = distinctTables(pending)
  say(`Together: ${sizeClass(tables)}, ${describeRows(tables)}.`)
  if (!rehearses) say('How long it takes, --rehearse measures on a copy.')
  return hasRoomFor(plan, tables, settings, rehearses)
}

function describeMigration({ name, what, tables }: PlannedMigration): void {
  say(`  ${name} (${sizeClass(tables)}): ${what}`)
  for (const table of tables.filter(({ rows }) => rows !== 0))
    say(`    ${table.name}: ${describeRows([table])}, ${sizeOf(table.bytes)}`)
}

function distinctTables(pending: readonly PlannedMigration[]): TableSize[] {
  return [...new Map(pending.flatMap(({ tables }) => tables).map((table) => [table.name, table])).values()]
}

function sizeClass(tables: readonly TableSize[]): string {
  const rows = sumOf(tables.map((table) => table.rows ?? 0))
  return rows < smallRows ? 'small' : rows < mediumRows ? 'medium' : 'large'
}

function describeRows(tables: readonly TableSize[]): string {
  const uncounted = tables.filter(({ rows }) => rows === null).map(({ name }) => name)
  const rows = sumOf(tables.map((table) => table.rows ?? 0))
  const known = `about ${Math.round(rows).toLocaleString('en')} rows`
  return uncounted.length === 0 ? known : `${known} (PostgreSQL has not counted ${uncounted.join(', ')} yet)`
}

/** PostgreSQL elsewhere has its disk elsewhere. */
async function hasRoomFor(
  { databaseBytes }: UpgradePlan,
  tables: readonly TableSize[],
  { databaseUrl, dataFolder }: Settings,
  rehearses: boolean,
): Promise<boolean> {
  const rewritten = copiesOfRows * sumOf(tables.map(({ bytes }) => bytes))
  const needed = leastRoomBytes + Math.max(rewritten, rehearses ? copiesOfDatabase * databaseBytes : 0)
  const room = `Room: up to ${sizeOf(needed)} on the disk of PostgreSQL`
  if (databaseUrl !== undefined) {
    say(`${room}. That is not asked here: see to it there.`)
    return true
  }
  const { path } = await getClusterFolder(dataFolder, await getPostgresAccount())
  const { bavail, bsize } = await statfs(path)
  const free = bavail * bsize
  say(`${room}; ${sizeOf(free)} are free.`)
  if (free >= needed) return true
  warn(`There is too little room in ${path}: make ${sizeOf(needed - free)} more.`)
  return false
}

async function rehearse(url: string): Promise<void> {
  const progress = { tables: 0, rows: 0 }
  const printProgress = createProgressPrinter(
    ({ tables, rows }: typeof progress) => `copied ${tables} tables (${rows} rows)`,
  )
  const tookMs = await rehearseUpgrade(url, {
    finish: installLibrary,
    signal: stopOnSignals('Stopped. The copy was dropped, and nothing was changed.'),
    onTable: ({ rows }) => {
      progress.tables += 1
      progress.rows += rows
      printProgress(progress)
    },
  })
  say(
    `How long: ${(tookMs / 1000).toFixed(1)} s on a copy of this library; a start takes a few seconds more.`,
  )
}

async function describeBackup({ dataFolder }: Settings): Promise<void> {
  const last = await readLastBackup(dataFolder)
  if (!last) say('Last backup: none is known here. Make one before: npm run backup -- LOCATION')
  else
    say(
      `Last backup: ${last.at}, in ${last.place}${last.isWhole ? '' : ', with files missing'}. Make one before: npm run backup -- ${last.place}`,
    )
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0)
}

await runCommand(main)
