import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { blobPath } from '../blobs/blob-path.ts'
import { createFolderBlobs } from '../blobs/folder-blobs.ts'
import { createDatabase } from '../database/database.ts'
import { migrate } from '../database/migrate.ts'
import { createEmptyDatabase, type TestDatabase } from '../database/test-database.ts'
import { migrateJobs } from '../jobs/start-jobs.ts'
import { createTestLibrary, type TestLibrary } from '../../testing/test-library.ts'
import { sweepBlobs } from '../../media/renditions/sweep-blobs.ts'
import { backUp } from './back-up.ts'
import { openFolderPlace, type BackupPlace } from './backup-place.ts'
import { checkBackup } from './check-backup.ts'
import { compareTables } from './compare-tables.ts'
import { keepBackups } from './keep-backups.ts'
import { nameAfter } from './manifest.ts'
import { restore } from './restore.ts'

let library: TestLibrary
let folder: string
let place: BackupPlace
let empty: Pick<TestDatabase, 'url' | 'drop'>

beforeEach(async () => {
  library = await createTestLibrary()
  await migrateJobs(library.url)
  folder = await mkdtemp(join(tmpdir(), 'cartouche-backup-'))
  place = await openFolderPlace(join(folder, 'place'))
  empty = await createEmptyDatabase()
})

afterEach(async () => {
  await library.close()
  await empty.drop()
  await rm(folder, { recursive: true, force: true })
})

const sourceOf = ({ url, services }: TestLibrary) => ({
  url,
  blobs: services.blobs,
  secrets: Buffer.from('{"signingKey":"k"}'),
})

const targetBlobs = () => createFolderBlobs(join(folder, 'restored'))

async function addFile({ services }: TestLibrary, text: string): Promise<string> {
  const { sha256, sizeBytes, crc32 } = await services.blobs.write(Buffer.from(text))
  await services.database.insertInto('blob').values({ sha256, size_bytes: sizeBytes, crc32 }).execute()
  return sha256
}

/** Every row of every table, in an order that does not depend on where it lies. */
async function readAll(url: string): Promise<Record<string, unknown>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) name from pg_tables
       where schemaname in ('public', 'graphile_worker') and tablename <> 'migrations' order by 1`,
    )
    const contents: Record<string, unknown> = {}
    for (const { name } of rows)
      contents[name] = (
        await client.query<{ row: string }>(`select t::text "row" from ${name} t order by 1`)
      ).rows.map(({ row }) => row)
    return contents
  } finally {
    await client.end()
  }
}

/**
 * What holds tables together: constraints, indexes, triggers that are on, parts, sequences. Indexes of fields
 * are made by the command, as they are the model's.
 */
async function readShape(url: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query(
      `select 'constraint' kind, conrelid::regclass::text "table", conname::text name, pg_get_constraintdef(oid) definition, convalidated::text state
         from pg_constraint where connamespace = 'public'::regnamespace
       union all select 'index', tablename, indexname, indexdef, '' from pg_indexes where schemaname = 'public' and indexname !~ '^search_[a-z0-9]+_by_'
       union all select 'trigger', tgrelid::regclass::text, tgname, pg_get_triggerdef(oid), tgenabled::text from pg_trigger where not tgisinternal
       union all select 'part', inhparent::regclass::text, c.relname, pg_get_expr(relpartbound, c.oid), '' from pg_inherits join pg_class c on c.oid = inhrelid
       union all select 'sequence', '', sequencename, last_value::text, '' from pg_sequences where schemaname = 'public'
       order by 1, 2, 3`,
    )
    return rows
  } finally {
    await client.end()
  }
}

test('a library comes back as it was: every row, key, index, trigger, part, sequence, and every file', async () => {
  const { services } = library
  const asset = await library.createAsset({ name: 'Été \\ "\t\n', props: { city: 'Brest' } })
  await library.createNode('assetkeyword', 'sea')
  const files = [await addFile(library, 'the sea'), await addFile(library, 'the hill')]
  await sql`select ensure_usage_month('2031-03-05')`.execute(services.database)
  await sql`insert into usage_event (at, event_id, kind, actor_kind) values ('2031-03-05', gen_random_uuid(), 'other', 'anonymous')`.execute(
    services.database,
  )
  await sql`select graphile_worker.add_job('look-after-schemas')`.execute(services.database)
  await sql`update graphile_worker._private_jobs set locked_by = 'somebody', locked_at = now()`.execute(
    services.database,
  )
  const { manifest, progress, missing } = await backUp(sourceOf(library), place)
  expect(missing).toEqual([])
  expect(progress).toMatchObject({ files: 2, newFiles: 2, bytes: 15, newBytes: 15 })
  const blobs = await targetBlobs()
  let secrets = ''
  const keepSecrets = async (bytes: Buffer): Promise<void> => void (secrets = bytes.toString())
  expect((await restore(place, manifest, { url: empty.url, blobs, keepSecrets })).missing).toEqual([])
  expect(secrets).toBe('{"signingKey":"k"}')
  for (const sha256 of files) expect(await blobs.sizeOf(sha256)).toBeGreaterThan(0)
  await sql`update graphile_worker._private_jobs set locked_by = null, locked_at = null`.execute(
    services.database,
  )
  expect(await readAll(empty.url)).toEqual(await readAll(library.url))
  expect(await readShape(empty.url)).toEqual(await readShape(library.url))
  const restored = createDatabase(empty.url, { connections: 1 })
  const row = await restored.selectFrom('entity').selectAll().where('id', '=', asset).executeTakeFirst()
  await restored.destroy()
  expect(row?.props).toMatchObject({ name: 'Été \\ "\t\n', city: 'Brest' })
})

test('a backup is of one moment: what is written while it is made is in none of its tables', async () => {
  await library.createAsset({ name: 'before' })
  let isAdded = false
  const { manifest } = await backUp(sourceOf(library), place, {
    onProgress: () => {
      if (isAdded) return
      isAdded = true
      void library.createAsset({ name: 'meanwhile' })
    },
  })
  await restore(place, manifest, { url: empty.url, blobs: await targetBlobs() })
  const names = JSON.stringify(await readAll(empty.url))
  expect(names).toContain('before')
  expect(names).not.toContain('meanwhile')
})

test('what did not change is not stored twice', async () => {
  await addFile(library, 'the sea')
  const first = await backUp(sourceOf(library), place)
  await addFile(library, 'the hill')
  // A clock that was set back by an hour: the newest is still the last.
  const ahead = nameAfter([], Date.now() + 3_600_000)
  await place.write({ ...first.manifest, name: ahead })
  const second = await backUp(sourceOf(library), place)
  expect((await place.list()).at(-1)).toBe(second.manifest.name)
  expect(second.progress).toMatchObject({ files: 2, newFiles: 1, newBytes: 8 })
  const stored = new Set(first.manifest.tables.map(({ sha256 }) => sha256))
  const changed = second.manifest.tables.filter(({ sha256 }) => !stored.has(sha256)).map(({ name }) => name)
  expect(changed).toEqual(['blob'])
})

test('the sweep of unused files waits for a backup', async () => {
  const unused = await addFile(library, 'nobody needs this')
  await sql`update blob set created_at = now() - interval '1 hour'`.execute(library.services.database)
  let swept: Promise<number> | undefined
  const { missing } = await backUp(sourceOf(library), place, {
    onProgress: () => {
      swept ??= sweepBlobs(library.services, 0)
    },
  })
  expect(await swept).toBe(0)
  expect(missing).toEqual([])
  expect(await place.blobs.sizeOf(unused)).toBe(17)
  expect(await sweepBlobs(library.services, 0)).toBe(1)
})

test('only one backup of a library is made at a time', async () => {
  let second: Promise<unknown> | undefined
  await backUp(sourceOf(library), place, {
    onProgress: () => {
      second ??= backUp(sourceOf(library), place).catch((error: unknown) => error)
    },
  })
  expect(await second).toMatchObject({ cause: { code: 'backup_under_way' } })
  expect(await place.list()).toHaveLength(1)
})

test('a file that is missing is reported, and the rest is kept', async () => {
  const [gone, there] = [await addFile(library, 'gone'), await addFile(library, 'there')]
  await library.services.blobs.remove(gone, 0)
  const { manifest, missing } = await backUp(sourceOf(library), place)
  expect(missing).toEqual([{ sha256: gone, reason: 'is missing' }])
  expect(manifest.missing).toEqual([gone])
  const blobs = await targetBlobs()
  const restored = await restore(place, manifest, { url: empty.url, blobs })
  expect(restored.missing).toEqual([{ sha256: gone, reason: 'is missing' }])
  expect(await blobs.sizeOf(there)).toBe(5)
})

test('a backup that is stopped is none; the next one does not store again what it stored', async () => {
  await addFile(library, 'the sea')
  const stop = new AbortController()
  const stopped = backUp(sourceOf(library), place, {
    signal: stop.signal,
    onProgress: ({ files }) => {
      if (files > 0) stop.abort(new Error('stopped'))
    },
  })
  await expect(stopped).rejects.toThrow('stopped')
  expect(await place.list()).toEqual([])
  await addFile(library, 'the hill')
  expect((await backUp(sourceOf(library), place)).progress).toMatchObject({ files: 2, newFiles: 1 })
})

test('nothing is restored over a library; servers refuse one that is half restored, and it goes on', async () => {
  const { manifest } = await backUp(sourceOf(library), place)
  const blobs = await targetBlobs()
  await expect(restore(place, manifest, { url: library.url, blobs })).rejects.toThrow(
    'There is a library in this place already',
  )
  const [table] = manifest.tables.filter(({ name }) => name === 'entity')
  const path = join(folder, 'place', 'blobs', blobPath(table?.sha256 ?? ''))
  const bytes = await readFile(path)
  await writeFile(path, bytes.subarray(0, -1))
  await expect(restore(place, manifest, { url: empty.url, blobs })).rejects.toMatchObject({
    code: 'backup_table_damaged',
    data: { table: 'entity' },
  })
  await expect(migrate(empty.url)).rejects.toThrow('run npm run restore again')
  const older = { ...manifest, migrations: manifest.migrations - 1 }
  await expect(restore(place, older, { url: empty.url, blobs })).rejects.toThrow('Another backup was being')
  await writeFile(path, bytes)
  await restore(place, manifest, { url: empty.url, blobs })
  expect(await migrate(empty.url)).toEqual([])
  expect(await readAll(empty.url)).toEqual(await readAll(library.url))
})

test('a backup of an older version is restored by this one, and brought up to date', async () => {
  const old = await createEmptyDatabase()
  const release = 34
  try {
    await migrate(old.url, { until: release })
    await migrateJobs(old.url)
    const client = new pg.Client({ connectionString: old.url })
    await client.connect()
    await client.query("insert into synonym (sources, words) values ('{}', '{harbour,port}')")
    await client.end()
    const { manifest } = await backUp({ ...sourceOf(library), url: old.url }, place)
    expect(manifest.migrations).toBe(release)
    await restore(place, manifest, { url: empty.url, blobs: await targetBlobs() })
    expect(await migrate(empty.url)).toEqual([])
    expect(JSON.stringify(await readAll(empty.url))).toContain('{harbour,port}')
  } finally {
    await old.drop()
  }
})

test('a check restores the tables beside the library, reads every file, and names what is damaged', async () => {
  const sea = await addFile(library, 'the sea')
  const { manifest } = await backUp(sourceOf(library), place)
  expect((await checkBackup(place, manifest, library.url)).faults).toEqual([])
  await writeFile(join(folder, 'place', 'blobs', blobPath(sea)), 'the SEA')
  const { faults, progress } = await checkBackup(place, manifest, library.url)
  expect(faults).toEqual([{ sha256: sea, reason: 'holds other bytes than its name says' }])
  expect(progress.tables).toBe(manifest.tables.length)
  const { rows } = await sql`select from pg_database d where datname like 'cartouche_check_%'
      and not exists (select from pg_stat_activity where application_name = d.datname)`.execute(
    library.services.database,
  )
  expect(rows).toEqual([])
})

test('a table that comes back otherwise than it was stored is reported', async () => {
  await library.createAsset({ name: 'sea.jpg' })
  const { manifest } = await backUp(sourceOf(library), place)
  await restore(place, manifest, { url: empty.url, blobs: await targetBlobs() })
  await compareTables(empty.url, place.blobs, manifest, undefined)
  const restored = createDatabase(empty.url, { connections: 1 })
  await sql`update entity set version = version + 1 where resource = 'asset'`.execute(restored)
  await restored.destroy()
  await expect(compareTables(empty.url, place.blobs, manifest, undefined)).rejects.toThrow(
    'The table entity does not come back as it was backed up',
  )
})

test('old backups go, with what only they needed', async () => {
  const old = await addFile(library, 'old')
  const first = await backUp(sourceOf(library), place)
  await library.services.database.deleteFrom('blob').execute()
  const young = await addFile(library, 'young')
  // Their names are seconds.
  while ((await place.list()).length < 2) await backUp(sourceOf(library), place)
  const [, second = ''] = await place.list()
  expect(await keepBackups(place, { count: 2, walDays: 0 }, { unusedForMs: 0 })).toEqual({
    deleted: [],
    files: 0,
  })
  const { deleted } = await keepBackups(place, { count: 1, walDays: 0 }, { unusedForMs: 0 })
  expect(deleted).toEqual([first.manifest.name])
  expect(await place.blobs.sizeOf(old)).toBeUndefined()
  const manifest = await place.read(second)
  const { faults } = await checkBackup(place, manifest, library.url)
  expect(faults).toEqual([])
  expect((await buffer(place.blobs.open(young))).toString()).toBe('young')
  await expect(place.read(first.manifest.name)).rejects.toThrow('There is no backup')
})

test('what is no backup of ours is refused, whatever it says', async () => {
  const { manifest } = await backUp(sourceOf(library), place)
  const path = join(folder, 'place', 'backups', `${manifest.name}.json`)
  const [table] = manifest.tables
  for (const wrong of [
    '',
    '{}',
    { ...manifest, format: 2 },
    { ...manifest, name: '2020-01-01T000000Z' },
    { ...manifest, tables: [{ ...table, name: 'entity"; drop table entity; --' }] },
    { ...manifest, files: { ...manifest.files, sha256: '../../secrets' } },
  ]) {
    await writeFile(path, typeof wrong === 'string' ? wrong : JSON.stringify(wrong))
    await expect(place.read(manifest.name)).rejects.toThrow('cannot be read')
  }
  await expect(place.read('../secrets')).rejects.toThrow()
  await writeFile(path, JSON.stringify({ ...manifest, migrations: 9999 }))
  await expect(
    restore(place, await place.read(manifest.name), { url: empty.url, blobs: await targetBlobs() }),
  ).rejects.toThrow('newer version')
})

test('a place that is encrypted is incremental, comes back whole, and shows nothing of what it holds', async () => {
  const key = { passphrase: 'correct horse battery', isForNew: true }
  const path = join(folder, 'encrypted')
  const files = [await addFile(library, 'the sea, the sea'), await addFile(library, '')]
  await library.createAsset({ name: 'unmistakable-name.jpg' })
  const first = await backUp(sourceOf(library), await openFolderPlace(path, key))
  expect(first.missing).toEqual([])
  await addFile(library, 'the hill')
  const sealed = await openFolderPlace(path, key)
  const second = await backUp(sourceOf(library), sealed)
  expect(second.progress).toMatchObject({ files: 3, newFiles: 1, newBytes: 8 })
  const { missing } = await restore(sealed, second.manifest, { url: empty.url, blobs: await targetBlobs() })
  expect(missing).toEqual([])
  expect(await readAll(empty.url)).toEqual(await readAll(library.url))
  const names = await readdir(path, { recursive: true, withFileTypes: true })
  const stored = names.filter((entry) => entry.isFile())
  expect(stored.length).toBeGreaterThan(20)
  for (const entry of stored) {
    expect((await readFile(join(entry.parentPath, entry.name))).subarray(0, 21).toString()).toBe(
      'age-encryption.org/v1',
    )
    for (const sha256 of files) expect(entry.name).not.toContain(sha256)
  }
}, 60_000)

test('without the key, or with another one, nothing is read, written or deleted', async () => {
  const path = join(folder, 'encrypted')
  const { manifest } = await backUp(
    sourceOf(library),
    await openFolderPlace(path, { passphrase: 'correct horse battery', isForNew: true }),
  )
  const before = await readdir(path, { recursive: true })
  await expect(openFolderPlace(path)).rejects.toThrow('are encrypted')
  const wrong = { passphrase: 'another horse battery', isForNew: true }
  await expect(openFolderPlace(path, wrong)).rejects.toThrow('is not the one')
  expect(await readdir(path, { recursive: true })).toEqual(before)
  await backUp(sourceOf(library), place)
  await expect(openFolderPlace(join(folder, 'place'), wrong)).rejects.toThrow('are not encrypted')
  const looked = await openFolderPlace(join(folder, 'none'), { ...wrong, isForNew: false })
  expect(await looked.list()).toEqual([])
  expect(await readdir(join(folder, 'none'))).not.toContain('key.age')
  expect(manifest.name).toMatch(/Z$/)
}, 60_000)

test('one byte that was changed of a table that is encrypted: nothing is half restored', async () => {
  const path = join(folder, 'encrypted')
  const sealed = await openFolderPlace(path, { passphrase: 'correct horse battery', isForNew: true })
  await library.createAsset({ name: 'sea.jpg' })
  const { manifest } = await backUp(sourceOf(library), sealed)
  const { rows } = await library.services.database
    .selectFrom('entity')
    .select(({ fn }) => fn.countAll().as('rows'))
    .executeTakeFirstOrThrow()
  expect(Number(rows)).toBeGreaterThan(0)
  const stored = (await readdir(join(path, 'blobs'), { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile(),
  )
  const largest = stored.map((entry) => join(entry.parentPath, entry.name))
  const sizes = await Promise.all(largest.map(async (file) => (await readFile(file)).length))
  const file = largest[sizes.indexOf(Math.max(...sizes))] ?? ''
  const bytes = await readFile(file)
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 40) ^ 1, bytes.length - 40)
  await writeFile(file, bytes)
  await expect(
    restore(sealed, manifest, { url: empty.url, blobs: await targetBlobs() }),
  ).rejects.toMatchObject({ code: 'backup_table_damaged' })
  await expect(migrate(empty.url)).rejects.toThrow('run npm run restore again')
}, 60_000)

test('old backups of an encrypted place go with what only they needed', async () => {
  const sealed = await openFolderPlace(join(folder, 'encrypted'), {
    passphrase: 'correct horse battery',
    isForNew: true,
  })
  const old = await addFile(library, 'old')
  await backUp(sourceOf(library), sealed)
  await library.services.database.deleteFrom('blob').execute()
  const young = await addFile(library, 'young')
  // Their names are seconds.
  while ((await sealed.list()).length < 2) await backUp(sourceOf(library), sealed)
  expect((await keepBackups(sealed, { count: 1, walDays: 0 }, { unusedForMs: 0 })).files).toBeGreaterThan(0)
  expect(await sealed.blobs.sizeOf(old)).toBeUndefined()
  expect(await sealed.blobs.sizeOf(young)).toBe(5)
  const manifest = await sealed.read((await sealed.list())[0] ?? '')
  expect((await checkBackup(sealed, manifest, library.url)).faults).toEqual([])
}, 60_000)
