import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { BlobStore } from '../../blobs/blob-store.ts'
import { createFolderBlobs } from '../../blobs/folder-blobs.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../database/embedded-postgres.ts'
import { migrate } from '../../database/migrate.ts'
import { migrateJobs } from '../../jobs/start-jobs.ts'
import { openFolderPlace, type BackupPlace } from '../backup-place.ts'
import { keepBackups } from '../keep-backups.ts'
import { listBases, listSegments, logFolderOf } from './base-backup.ts'
import { listLogs, recover } from './recover.ts'
import { listSpooled } from './ship-segments.ts'
import { startWalArchive, type WalArchive } from './wal-archive.ts'

let folder: string
let dataFolder: string
let place: BackupPlace
let postgres: EmbeddedPostgres
let client: pg.Client
let blobs: BlobStore
let archive: WalArchive | undefined
let lines: string[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cartouche-point-'))
  await chmod(folder, 0o755)
  // Names that a shell, and PostgreSQL's settings, would take for something else.
  dataFolder = join(folder, `data "100 %f" of 'it'`)
  await mkdir(dataFolder, { mode: 0o755 })
  place = await openFolderPlace(join(folder, 'place'))
  blobs = await createFolderBlobs(join(dataFolder, 'blobs'))
  lines = []
  postgres = await start(dataFolder)
  await migrate(postgres.url)
  await migrateJobs(postgres.url)
  client = await connect(postgres.url)
  await client.query('create table note (id int primary key, at timestamptz default clock_timestamp())')
})

afterEach(async () => {
  await archive?.stop()
  archive = undefined
  await client.end()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

const start = (at: string, archivesLog = true) =>
  startEmbeddedPostgres({ dataFolder: at, durable: false, archivesLog, log: (line) => lines.push(line) })

async function connect(connectionString: string): Promise<pg.Client> {
  const made = new pg.Client({ connectionString })
  made.on('error', () => {})
  await made.connect()
  return made
}

const openArchive = (openPlace = async () => place, isThere = () => true): WalArchive =>
  startWalArchive(
    {
      url: postgres.url,
      clusterFolder: postgres.clusterFolder,
      spoolFolder: postgres.spoolFolder ?? '',
      blobs,
      readSecrets: async () => Buffer.from('{"signingKey":"k"}'),
    },
    {
      log: {
        info: () => {},
        warn: (data, message) => lines.push(`${message} ${JSON.stringify(data)}`),
        error: (_data, message) => lines.push(message),
      },
      openPlace,
      isThere: async () => isThere(),
      everyMs: 20,
    },
  )

async function until(what: string, holds: () => Promise<boolean> | boolean): Promise<void> {
  const endMs = performance.now() + 30_000
  while (!(await holds())) {
    if (performance.now() > endMs) throw new Error(`${what} did not come.\n${lines.join('\n')}`)
    await sleep(20)
  }
}

/** Writes a row, and ends the segment that it is in; answers the moment after it. */
async function note(id: number, isArchived = true): Promise<Date> {
  await client.query('insert into note (id) values ($1)', [id])
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() now')
  // A moment has milliseconds here, and microseconds there.
  await client.query('select pg_sleep(0.01)')
  if (isArchived) await archived()
  return new Date((rows[0]?.now.getTime() ?? 0) + 1)
}

/** Waits until the place holds all that was written so far. */
async function archived(): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select pg_walfile_name(pg_switch_wal()) name')
  await until('the segment', async () => (await segments()).includes(rows[0]?.name ?? ''))
}

async function segments(): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    'select system_identifier::text id from pg_control_system()',
  )
  return (await listSegments(place, rows[0]?.id ?? '')).map(({ name }) => name)
}

async function addFile(text: string): Promise<string> {
  const { sha256, sizeBytes, crc32 } = await blobs.write(Buffer.from(text))
  await client.query('insert into blob (sha256, size_bytes, crc32) values ($1, $2, $3)', [
    sha256,
    sizeBytes,
    crc32,
  ])
  return sha256
}

async function recoverTo(at: Date | undefined, name: string) {
  const target = join(folder, name)
  const restored = await createFolderBlobs(join(target, 'blobs'))
  const secrets: string[] = []
  const { missing } = await recover(
    place,
    at,
    {
      dataFolder: target,
      blobs: restored,
      keepSecrets: async (bytes) => void secrets.push(bytes.toString()),
    },
    { signal: new AbortController().signal, onProgress: () => {} },
  )
  const back = await start(target, false)
  const reader = await connect(back.url)
  try {
    const { rows } = await reader.query<{ id: number }>('select id from note order by id')
    const files = await reader.query<{ sha256: string }>('select sha256 from blob order by created_at')
    const sizes = await Promise.all(files.rows.map(({ sha256 }) => restored.sizeOf(sha256)))
    return { notes: rows.map(({ id }) => id), files: sizes, missing, secrets }
  } finally {
    await reader.end()
    await back.stop()
  }
}

test('any moment after a base backup comes back with its files', async () => {
  const sea = await addFile('the sea')
  await note(1, false)
  archive = openArchive()
  await until('the base backup', async () => (await listBases(place)).length > 0)
  const second = await note(2)
  await addFile('a harbour, which came later')
  const third = await note(3)
  // Gone from the library, and there at the moment before.
  await client.query('delete from blob where sha256 = $1', [sea])
  await blobs.remove(sea, 0)
  await note(4)
  await until('the reach', () => archive?.standing().state === 'good')
  expect(await recoverTo(second, 'second')).toEqual({
    notes: [1, 2],
    files: [7],
    missing: [],
    secrets: ['{"signingKey":"k"}'],
  })
  expect(await recoverTo(third, 'third')).toMatchObject({ notes: [1, 2, 3], files: [7, 27] })
  const { from = new Date(0), until: end = from } = archive.standing().reach ?? {}
  const minuteMs = 60_000
  const after = recoverTo(new Date(end.getTime() + minuteMs), 'later')
  await expect(after).rejects.toThrow('does not reach')
  const before = recoverTo(new Date(from.getTime() - minuteMs), 'before')
  await expect(before).rejects.toThrow(from.toISOString())
  await expect(recoverTo(third, 'third')).rejects.toThrow('There is a library')
}, 60_000)

test('an encrypted place gives back its last moment whole, or nothing where its log is damaged', async () => {
  place = await openFolderPlace(join(folder, 'sealed'), { passphrase: 'of the backups', isForNew: true })
  await addFile('the sea')
  archive = openArchive()
  await until('the base backup', async () => (await listBases(place)).length > 0)
  await note(1)
  await until('the reach', () => archive?.standing().state === 'good')
  expect(await recoverTo(undefined, 'last')).toEqual({
    notes: [1],
    files: [7],
    missing: [],
    secrets: ['{"signingKey":"k"}'],
  })
  // Rather than bringing back less.
  const [log] = await listLogs(place)
  const last = log?.segments.findLast(({ position }) => position)
  const path = join(folder, 'sealed', logFolderOf(log?.systemId ?? ''), `${last?.fileName}.age`)
  const sealed = await readFile(path)
  await writeFile(path, sealed.subarray(0, sealed.length - 100))
  await expect(recoverTo(undefined, 'damaged')).rejects.toThrow(`damaged: ${last?.fileName}`)
  await expect(readdir(join(folder, 'damaged', 'database'))).rejects.toThrow('ENOENT')
}, 60_000)

test('what waits for a place that is away is stored later; a gap begins another base backup', async () => {
  let isAway = true
  archive = openArchive(async () => {
    if (isAway) throw new Error('the disk is away')
    return place
  })
  await until('the failure', () => archive?.standing().state === 'failed')
  expect(archive.standing().message).toBe('the disk is away')
  await client.query('insert into note (id) values (1)')
  await client.query('select pg_switch_wal()')
  await until('the spool', async () => (await listSpooled(postgres.spoolFolder ?? '')).length > 0)
  isAway = false
  await until('the base backup', async () => (await listBases(place)).length === 1)
  await note(2)
  await until('the reach', () => archive?.standing().state === 'good')
  await archive.stop()
  // What was written meanwhile is lost, as when another process ran the database.
  await client.query('insert into note (id) values (3)')
  await client.query('select pg_switch_wal()')
  await until('the spool', async () => (await listSpooled(postgres.spoolFolder ?? '')).length > 0)
  for (const name of await listSpooled(postgres.spoolFolder ?? ''))
    await rm(join(postgres.spoolFolder ?? '', name))
  await client.query('insert into note (id) values (4)')
  await client.query('select pg_switch_wal()')
  let isThere = true
  let opened = 0
  const open = async (): Promise<BackupPlace> => {
    opened += 1
    return place
  }
  archive = openArchive(open, () => isThere)
  await until('the second base backup', async () => (await listBases(place)).length === 2)
  await note(5)
  // A disk that is not mounted any more: nothing is opened in the folder that it left.
  isThere = false
  await until('the failure', () => archive?.standing().message?.includes('mounted') === true)
  const before = opened
  await sleep(200)
  expect(opened).toBe(before)
  isThere = true
  await until('the reach', () => archive?.standing().state === 'good')
  const [log] = await listLogs(place)
  expect(log?.reach.bases).toHaveLength(1)
  expect(await recoverTo(undefined, 'last')).toMatchObject({ notes: [1, 2, 3, 4, 5] })
}, 60_000)

test('old base backups go with the log before the oldest that stays, and what only they needed', async () => {
  archive = openArchive()
  await until('the base backup', async () => (await listBases(place)).length > 0)
  const gone = await addFile('of the first week')
  await note(1)
  await client.query('delete from blob')
  await blobs.remove(gone, 0)
  await archive.stop()
  await client.query('select pg_switch_wal()')
  const before = await segments()
  const [first] = await listBases(place)
  const path = `bases/${first?.name}.json`
  const manifest = await place.documents.read(path)
  // Without it another one is due, as in a week.
  await place.documents.remove(path)
  archive = openArchive()
  await until('the second base backup', async () => (await listBases(place)).length > 0)
  await note(2)
  await place.documents.write(path, manifest ?? Buffer.alloc(0))
  expect(await listBases(place)).toHaveLength(2)
  const now = new Date(Date.now() + 8 * 86_400_000)
  expect(await place.blobs.sizeOf(gone)).toBe(17)
  await keepBackups(place, { count: 1, walDays: 7 }, { unusedForMs: 0, now })
  expect(await listBases(place)).toHaveLength(1)
  expect(await place.blobs.sizeOf(gone)).toBeUndefined()
  expect(await segments()).not.toContain(before[0])
  expect(await recoverTo(undefined, 'last')).toMatchObject({ notes: [1, 2] })
}, 60_000)
