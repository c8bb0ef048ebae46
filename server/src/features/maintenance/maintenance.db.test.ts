import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { blobPath } from '../../ground/blobs/blob-path.ts'
import { readLastBackup } from '../../ground/backup/last-backup.ts'
import { migrateJobs } from '../../ground/jobs/start-jobs.ts'
import type { LimitedTask } from '../../ground/jobs/task.ts'
import { keepRun } from '../../ground/maintenance/keep-run.ts'
import { createMetrics } from '../../ground/metrics/metrics.ts'
import { readStanding } from '../../ground/maintenance/read-standing.ts'
import { readSettings } from '../../ground/settings/settings.ts'
import type { Services } from '../../ground/services.ts'
import { createTestLibrary, type TestLibrary } from '../../testing/test-library.ts'
import { createMaintenanceTasks } from './maintenance-tasks.ts'
import { getMaintenance } from './get-maintenance.ts'
import { startBackup } from './start-backup.ts'

let library: TestLibrary
let services: Services
let place: string

beforeEach(async () => {
  library = await createTestLibrary()
  await migrateJobs(library.url)
  place = join(library.services.settings.dataFolder, 'place')
  services = servicesWith({ CARTOUCHE_BACKUP_TO: place, CARTOUCHE_BACKUP_KEEP: '2' })
})
afterEach(() => library.close())

function servicesWith(variables: Record<string, string>): Services {
  const { dataFolder } = library.services.settings
  const settings = readSettings({ CARTOUCHE_DATA: dataFolder, CARTOUCHE_DEMO: '0', ...variables })
  return { ...library.services, settings }
}

/** As a server that works on jobs does it. */
function runTask(name: string, { of = services, signal = new AbortController().signal } = {}): Promise<void> {
  const task = createMaintenanceTasks(library.url, of.settings)[name] as LimitedTask
  return task.run(of, {}, signal)
}
const backUpNow = (of = services): Promise<void> => runTask('back-up', { of })

async function ask(of = services) {
  const administrator = await library.user('administrator')
  return getMaintenance({ ...library.as(administrator), settings: of.settings })
}

async function addFile(text: string): Promise<string> {
  const { sha256, sizeBytes, crc32 } = await services.blobs.write(Buffer.from(text))
  await services.database.insertInto('blob').values({ sha256, size_bytes: sizeBytes, crc32 }).execute()
  return sha256
}

/** Ages what was kept, as if it had been so many days ago. */
const age = (days: number): Promise<unknown> =>
  sql`update maintenance_run set began_at = began_at - ${days} * interval '1 day', ended_at = ended_at - ${days} * interval '1 day'`.execute(
    services.database,
  )

const inSeconds = (): number => Math.floor(Date.now() / 1000)

test('a backup is kept with what it came to, and older ones go', async () => {
  await addFile('the sea')
  for (let made = 0; made < 3; made++) {
    await backUpNow()
    // Their names are seconds.
    const second = inSeconds()
    await vi.waitFor(() => expect(inSeconds()).toBeGreaterThan(second), 2000)
  }
  const { backup } = await ask()
  expect(backup).toMatchObject({ state: 'good', place, keep: 2, at: '30 3 * * *', isQueued: false })
  expect(backup.nextAt).toMatch(/T03:30:00/)
  expect(backup.runs).toHaveLength(3)
  expect(backup.runs[0]).toMatchObject({
    outcome: 'done',
    place,
    message: null,
    faults: [],
    figures: { files: 1, bytes: 7, newFiles: 0, allFiles: 1, missing: 0 },
  })
  expect(backup.runs[2]?.figures['newFiles']).toBe(1)
  expect(await readLastBackup(services.settings.dataFolder)).toMatchObject({ place, isWhole: true })
  const names = (await readdir(join(place, 'backups'))).toSorted()
  expect(names).toEqual(
    backup.runs
      .slice(0, 2)
      .map((run) => `${run.backup}.json`)
      .toSorted(),
  )
})

test('one that fails is shown as failed, with why, and is counted as a metric', async () => {
  const metrics = createMetrics()
  metrics.watchMaintenance(async () => (await readStanding(services.database, services.settings)).standing)
  await backUpNow()
  expect((await metrics.expose()).text).toContain('cartouche_maintenance_failing{kind="backup"} 0')
  await rm(place, { recursive: true })
  await writeFile(place, 'a file where a folder should be')
  await expect(backUpNow()).rejects.toThrow()
  const { backup } = await ask()
  expect(backup.state).toBe('failed')
  expect(backup.runs[0]).toMatchObject({
    outcome: 'failed',
    message: expect.stringContaining('Is its disk mounted?'),
    error: { code: 'backup_location_empty', data: { place } },
  })
  expect(backup.lastGoodAt).toBe(backup.runs[1]?.endedAt)
  const { text } = await metrics.expose()
  expect(text).toContain('cartouche_maintenance_failing{kind="backup"} 1')
  expect(text).toMatch(/cartouche_maintenance_last_success_timestamp_seconds\{kind="backup"\} 1\d{9}/)
})

test('a place that held backups and is empty is not written to', async () => {
  await backUpNow()
  await rm(place, { recursive: true })
  await expect(backUpNow()).rejects.toThrow('Is its disk mounted?')
  await expect(readdir(place)).rejects.toThrow('ENOENT')
})

test('a backup of a library that lacks files says which, and costs no older one', async () => {
  for (let made = 0; made < 2; made++) {
    await backUpNow()
    await vi.waitFor(async () => expect((await readdir(join(place, 'backups'))).length).toBe(made + 1))
    await sql`select pg_sleep(1.1)`.execute(services.database)
  }
  const lost = await addFile('lost')
  await services.blobs.remove(lost, 0)
  await backUpNow()
  const { backup } = await ask()
  expect(backup.state).toBe('faults')
  expect(backup.runs[0]).toMatchObject({ outcome: 'faults', figures: { missing: 1 } })
  expect(backup.runs[0]?.faults).toMatchObject([{ sha256: lost, reason: 'is missing' }])
  expect(await readdir(join(place, 'backups'))).toHaveLength(3)
})

test('one that is under way says how far it is, and no server begins another', async () => {
  const administrator = await library.user('administrator')
  const context = { ...library.as(administrator), settings: services.settings }
  let end = (): void => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const run = keepRun({ url: library.url, kind: 'backup', place }, async (report) => {
    report({ files: 3, allFiles: 12 })
    await ended
    return { outcome: 'done', figures: {} }
  })
  await vi.waitFor(async () => {
    const { backup } = await getMaintenance(context)
    expect(backup.runs[0]).toMatchObject({
      outcome: null,
      endedAt: null,
      figures: { files: 3, allFiles: 12 },
    })
  }, 5000)
  await expect(startBackup(context)).rejects.toMatchObject({ code: 'backup_under_way' })
  // Another server, whose schedule says the same.
  await backUpNow()
  expect((await ask()).backup.runs).toHaveLength(1)
  await expect(readdir(place)).rejects.toThrow('ENOENT')
  end()
  await run
  expect(await startBackup(context)).toEqual({})
  expect(library.jobs.at(-1)).toEqual({ task: 'back-up', payload: {} })
})

test('one whose process ended is shown as interrupted, and the next one makes an end of it', async () => {
  let begun = (): void => {}
  const isBegun = new Promise<void>((resolve) => {
    begun = resolve
  })
  const run = keepRun({ url: library.url, kind: 'backup', place }, async () => {
    begun()
    await new Promise(() => {})
    return { outcome: 'done', figures: {} }
  })
  void run.catch(() => {})
  await isBegun
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'cartouche backup' and datname = current_database()`.execute(services.database)
  await vi.waitFor(async () => expect((await ask()).backup.runs[0]?.outcome).toBe('stopped'), 5000)
  expect((await ask()).backup.state).toBe('none')
  await backUpNow()
  expect((await ask()).backup.runs.map(({ outcome }) => outcome)).toEqual(['done', 'stopped'])
})

test('one that its server stopped is run again, and is no failure', async () => {
  const stop = new AbortController()
  stop.abort(new Error('The server stops.'))
  await expect(runTask('back-up', { signal: stop.signal })).rejects.toThrow('The server stops.')
  const { backup } = await ask()
  expect(backup).toMatchObject({ state: 'none', runs: [{ outcome: 'stopped' }] })
})

test('nothing good for twice the time between two is overdue', async () => {
  await backUpNow()
  await age(1)
  expect((await ask()).backup.state).toBe('good')
  await age(2)
  expect((await ask()).backup.state).toBe('overdue')
  expect(
    (await ask(servicesWith({ CARTOUCHE_BACKUP_TO: place, CARTOUCHE_BACKUP_AT: 'off' }))).backup,
  ).toMatchObject({ state: 'good', at: null, nextAt: null })
})

/** The files of the place, the largest last, without what is not finished. */
async function storedFiles(): Promise<string[]> {
  const found = await readdir(join(place, 'blobs'), { recursive: true, withFileTypes: true })
  const paths = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const sized = await Promise.all(paths.map(async (path) => ({ path, size: (await stat(path)).size })))
  return sized.toSorted((one, other) => one.size - other.size).map(({ path }) => path)
}

test('the newest backup is checked by restoring it, which leaves nothing behind', async () => {
  await addFile('the sea')
  await backUpNow()
  await sql`create database cartouche_check_00000000000000000000000000000000`.execute(services.database)
  await runTask('check-backup')
  const { check, backup } = await ask()
  expect(check).toMatchObject({ state: 'good', at: '0 5 * * 0' })
  expect(check.runs).toMatchObject([{ outcome: 'done', backup: backup.runs[0]?.backup, faults: [] }])
  expect(check.runs[0]?.figures).toMatchObject({ found: 1, files: 1, bytes: 7, missing: 0 })
  expect(check.runs[0]?.figures['tables']).toBe(backup.runs[0]?.figures['tables'])
  const { rows } = await sql`select from pg_database d where datname like 'cartouche_check_%'
      and not exists (select from pg_stat_activity where application_name = d.datname)`.execute(
    services.database,
  )
  expect(rows).toEqual([])
})

test('a file that is missing from the backup is named', async () => {
  const [gone, there] = [await addFile('gone'), await addFile('there')]
  await backUpNow()
  await rm(join(place, 'blobs', blobPath(gone)))
  await runTask('check-backup')
  const { check } = await ask()
  expect(check.state).toBe('faults')
  expect(check.runs[0]?.faults).toMatchObject([{ sha256: gone, reason: 'is missing' }])
  await writeFile(join(place, 'blobs', blobPath(there)), 'THERE')
  await backUpNow()
  await runTask('check-backup')
  const again = await ask()
  expect(again.check.runs[0]?.faults).toMatchObject([
    { sha256: there, reason: 'holds other bytes than its name says' },
  ])
})

test('a backup that cannot be restored is shown as failed', async () => {
  await expect(runTask('check-backup')).rejects.toThrow('There is no backup')
  await library.createAsset({ name: 'sea.jpg' })
  await backUpNow()
  const table = (await storedFiles()).at(-1) ?? ''
  const bytes = await readFile(table)
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 30) ^ 255, bytes.length - 30)
  await writeFile(table, bytes)
  await expect(runTask('check-backup')).rejects.toThrow()
  const { check, backup } = await ask()
  expect([check.state, backup.state]).toEqual(['failed', 'good'])
  expect(check.runs).toMatchObject([
    { outcome: 'failed', error: { code: 'backup_table_damaged' } },
    { outcome: 'failed', error: { code: 'no_backup_yet' } },
  ])
})

test('an encrypted backup is made and checked by the same jobs', async () => {
  await addFile('the sea')
  const sealed = servicesWith({ CARTOUCHE_BACKUP_TO: place, CARTOUCHE_BACKUP_KEY: 'correct horse battery' })
  await backUpNow(sealed)
  await runTask('check-backup', { of: sealed })
  const { backup, check } = await ask(sealed)
  expect([backup.state, backup.isEncrypted, check.state]).toEqual(['good', true, 'good'])
  await expect(runTask('check-backup')).rejects.toThrow('are encrypted')
})

test('all files are read in parts, and what is damaged stays named until it is well', async () => {
  const files = []
  for (let number = 0; number < 6; number++) files.push(await addFile(`file ${number}`))
  const daily = servicesWith({ CARTOUCHE_VERIFY_DAYS: '1' })
  const path = (sha256 = ''): string => join(services.settings.dataFolder, 'blobs', blobPath(sha256))
  const [first = '', second = ''] = files.toSorted()
  await writeFile(path(first), 'FILE')
  await writeFile(path(second), 'FILE 0')
  const read = async () => {
    await runTask('verify-files', { of: daily })
    return (await ask(daily)).verify
  }
  const one = await read()
  expect(one).toMatchObject({ state: 'faults', days: 1 })
  expect(one.runs[0]?.figures).toMatchObject({ checked: 1, allFiles: 6, roundEndedMs: 0, missing: 1 })
  expect(one.runs[0]?.faults).toMatchObject([{ sha256: first, reason: 'is damaged' }])
  const two = await read()
  expect(two.runs[0]?.figures).toMatchObject({ checked: 2 })
  expect(two.runs[0]?.faults).toHaveLength(2)
  await rm(path(first))
  await services.blobs.write(Buffer.from(`file ${files.indexOf(first)}`))
  await services.database.deleteFrom('blob').where('sha256', '=', second).execute()
  expect(await read()).toMatchObject({ state: 'good' })
  for (let part = 0; part < 3; part++) await read()
  const end = await read()
  expect(end.runs[0]?.figures['roundEndedMs']).toBeGreaterThan(Date.now() - 60_000)
  expect((await read()).runs[0]?.figures).toMatchObject({ checked: 1, allFiles: 5 })
})

test('files are read no faster than the settings say', async () => {
  await addFile('x'.repeat(300_000))
  const slow = servicesWith({ CARTOUCHE_VERIFY_DAYS: '1', CARTOUCHE_VERIFY_MB: '1' })
  const beganAt = performance.now()
  await runTask('verify-files', { of: slow })
  expect(performance.now() - beganAt).toBeGreaterThan(250)
})

test('where nothing is set up, that is said, and nobody backs up', async () => {
  const without = servicesWith({})
  expect((await ask(without)).pointInTime).toMatchObject({ state: 'off', from: null, days: null })
  expect((await ask(without)).backup).toMatchObject({ state: 'off', place: null, keep: null, runs: [] })
  expect(Object.keys(createMaintenanceTasks(library.url, without.settings))).toEqual(['verify-files'])
  const { settings } = servicesWith({ CARTOUCHE_VERIFY_DAYS: '0' })
  expect(createMaintenanceTasks(library.url, settings)).toEqual({})
  const administrator = await library.user('administrator')
  await expect(
    startBackup({ ...library.as(administrator), settings: without.settings }),
  ).rejects.toMatchObject({ code: 'backups_not_set_up' })
})
