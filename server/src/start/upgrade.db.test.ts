import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { noteBackup } from '../ground/backup/last-backup.ts'
import { createDatabase, type Database } from '../ground/database/database.ts'
import { listMigrations, migrationsFolder } from '../ground/database/list-migrations.ts'
import { migrate } from '../ground/database/migrate.ts'
import { createEmptyDatabase } from '../ground/database/test-database.ts'
import { migrateJobs } from '../ground/jobs/start-jobs.ts'
import { installLibrary } from '../model/entities/install-library.ts'
import { dumpRows, readRelease, restoreRelease } from '../testing/release.ts'
import { runTestCommand } from './test-command.ts'

const released = '0.2.0'
let own: Awaited<ReturnType<typeof createEmptyDatabase>>
let database: Database
let folder: string
let variables: Record<string, string>

beforeAll(async () => {
  own = await createEmptyDatabase()
  database = createDatabase(own.url, { connections: 1 })
  folder = await mkdtemp(join(tmpdir(), 'cartouche-upgrade-'))
  variables = { CARTOUCHE_DATA: join(folder, 'data'), DATABASE_URL: own.url }
})

afterAll(async () => {
  await database.destroy()
  await own.drop()
  await rm(folder, { recursive: true, force: true })
})

beforeEach(async () => {
  await restoreRelease(own.url, released)
  await migrateJobs(own.url)
})

/** All rows, and everything that statements make: columns, constraints, indexes, triggers, functions. */
async function readDatabase(): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    select format('%s %s %s %s %s', table_name, column_name, data_type, is_nullable, column_default) text
      from information_schema.columns where table_schema = 'public'
    union all select conrelid::regclass || ' ' || conname || pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select proname || prosrc from pg_proc where pronamespace = 'public'::regnamespace
    union all select name || sha256 from migration
    order by 1`.execute(database)
  return [...rows.map(({ text }) => text), await dumpRows(database)].join('\n')
}

async function countDatabases(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int count from pg_database d where datname like 'cartouche_check_%'
      and not exists (select from pg_stat_activity where application_name = d.datname)`.execute(database)
  return rows[0]?.count ?? 0
}

test('a dry run names what will be done, rehearses it on a copy, and changes nothing', async () => {
  await sql`analyze`.execute(database)
  const before = await readDatabase()
  const { code, output, errors } = await runTestCommand('upgrade.ts', variables, '--dry-run', '--rehearse')
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
  const { migrations } = await readRelease(released)
  expect(output).toContain(`Library: ${released} (${migrations} migrations).`)
  const pending = (await listMigrations(migrationsFolder)).slice(migrations)
  for (const { name } of pending) expect(output).toContain(`\n  ${name} (small): `)
  expect(output).toContain(
    '(small): Applications: several keys each, what they may call, and what they called.\n',
  )
  // The one that reads assets which wait for a decision reads entities.
  expect(output).toMatch(
    /0042-comments-and-reviews\.sql[^\n]+\n(?: {4}[^\n]+\n)* {4}entity: about \d+ rows, /,
  )
  expect(output).toMatch(/\nHow long: \d+\.\d s on a copy of this library/)
  expect(output).toContain('Last backup: none is known here.')
  expect(await readDatabase()).toBe(before)
  expect(await countDatabases()).toBe(0)
})

test('without --dry-run it says how it is used; up to date and newer libraries are reported as such', async () => {
  expect(await runTestCommand('upgrade.ts', variables)).toMatchObject({ code: 2, output: '' })
  await migrate(own.url, { finish: installLibrary })
  await noteBackup(join(folder, 'data'), { at: '2026-11-26T01:00:00Z', place: '/backups', isWhole: true })
  expect(await runTestCommand('upgrade.ts', variables, '--dry-run')).toMatchObject({
    code: 0,
    output: expect.stringMatching(/is up to date[^]*2026-11-26T01:00:00Z, in \/backups/),
  })
  const { length } = await listMigrations(migrationsFolder)
  await sql`insert into migration (number, name, sha256) values (${length + 1}, 'of-tomorrow.sql', '')`.execute(
    database,
  )
  expect(await runTestCommand('upgrade.ts', variables, '--dry-run')).toEqual({
    code: 3,
    output: '',
    errors: expect.stringContaining('newer version of Cartouche (of-tomorrow.sql). Run that version'),
  })
})

test('an upgrade that fails at its last step leaves the library of the version before, to every row', async () => {
  const before = await readDatabase()
  const broken = await mkdtemp(join(folder, 'broken-'))
  await cp(migrationsFolder, broken, { recursive: true })
  const { length } = await listMigrations(broken)
  const name = `${String(length + 1).padStart(4, '0')}-broken.sql`
  await writeFile(join(broken, name), 'drop table cart cascade;\nselect 1 / 0')
  await expect(migrate(own.url, { folder: broken })).rejects.toThrow(
    `${name} failed: division by zero. The database is as it was: the version before can be started again.`,
  )
  expect(await readDatabase()).toBe(before)
  // What comes after the migrations belongs to them.
  const finish = async (): Promise<void> => {
    throw new Error('no power')
  }
  await expect(migrate(own.url, { finish })).rejects.toThrow('no power')
  expect(await readDatabase()).toBe(before)
  const { migrations } = await readRelease(released)
  expect(await migrate(own.url, { until: migrations })).toEqual([])
})
