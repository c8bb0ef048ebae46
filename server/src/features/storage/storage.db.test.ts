import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SignedIn } from '../../access/identity.ts'
import { createTestLibrary, type TestLibrary } from '../../testing/test-library.ts'
import { getStorage } from './get-storage.ts'
import { measureStorage } from './storage.sql.ts'
import { createStorageCache, storageFreshMs } from './storage-cache.ts'

let library: TestLibrary
let admin: SignedIn
let anna: SignedIn

beforeAll(async () => {
  library = await createTestLibrary()
  admin = await library.user('administrator', 'ada')
  anna = await library.user('editor', 'anna')
  await addFile('Harbour', 'a', 100, { nature: 'IMAGE', owner: anna.id, at: '2023-12-31T23:30:00Z' })
  await addFile('Pier', 'b', 40, { nature: 'IMAGE', owner: anna.id, at: '2024-05-01T10:00:00Z' })
  // The same bytes as the pier's.
  await addFile('Pier again', 'b', 40, { nature: 'IMAGE', owner: admin.id, at: '2024-06-01T10:00:00Z' })
  await addFile('Storm', 'c', 5000, { nature: 'VIDEO', owner: null, at: '2024-07-01T10:00:00Z' })
  await addRendition('b', 'small', 'd', 7)
  await addRendition('b', 'large', 'e', 9)
  await addRendition('c', 'small', null, 0)
  await library.createAsset({ name: 'Without a file', ownerId: anna.id })
})
afterAll(() => library.close())

const hash = (letter: string) => letter.repeat(64)
const addBlob = (letter: string, sizeBytes: number) =>
  sql`insert into blob (sha256, size_bytes, crc32) values (${hash(letter)}, ${sizeBytes}, 0) on conflict do nothing`.execute(
    library.services.database,
  )

async function addFile(
  name: string,
  letter: string,
  sizeBytes: number,
  { nature, owner, at }: { nature: string; owner: number | null; at: string },
): Promise<void> {
  const { database } = library.services
  const id = await library.createAsset({ name })
  await sql`update entity set owner_id = ${owner}::bigint, created_at = ${at} where resource = 'asset' and id = ${id}`.execute(
    database,
  )
  await addBlob(letter, sizeBytes)
  await sql`insert into entity_file (resource, id, sha256, file_name, media_type, facts)
    values ('asset', ${id}, ${hash(letter)}, ${`${name}.bin`}, 'x/y', ${JSON.stringify({ nature })}::jsonb)`.execute(
    database,
  )
}

async function addRendition(
  source: string,
  name: string,
  letter: string | null,
  sizeBytes: number,
): Promise<void> {
  if (letter !== null) await addBlob(letter, sizeBytes)
  await sql`insert into rendition (source_sha256, name, recipe_version, sha256, stand_in)
    values (${hash(source)}, ${name}, 1, ${letter === null ? null : hash(letter)}, false)`.execute(
    library.services.database,
  )
}

const read = (identity: SignedIn) => getStorage(library.as(identity))
const sum = (files: number, sizeBytes: number, renditions = 0, renditionsSizeBytes = 0) => ({
  files,
  sizeBytes,
  renditions,
  renditionsSizeBytes,
})

test('files and their renditions are added up by owner, type, year and month; a shared file counts for each', async () => {
  const { total, stored, owners, natures, years, months } = await read(admin)
  expect(total).toEqual(sum(4, 5180, 4, 32))
  expect(stored).toEqual({ files: 5, sizeBytes: 5156 })
  expect(owners).toEqual([
    { owner: null, ...sum(1, 5000), use: null },
    { owner: { id: anna.id, name: 'anna' }, ...sum(2, 140, 2, 16), use: null },
    { owner: { id: admin.id, name: 'ada' }, ...sum(1, 40, 2, 16), use: null },
  ])
  expect(natures).toEqual([
    { nature: 'VIDEO', ...sum(1, 5000) },
    { nature: 'IMAGE', ...sum(3, 180, 4, 32) },
  ])
  expect(years).toEqual([
    { year: 2024, ...sum(3, 5080, 4, 32) },
    { year: 2023, ...sum(1, 100) },
  ])
  expect(months).toEqual([
    { month: '2023-12', ...sum(1, 100) },
    { month: '2024-05', ...sum(1, 40, 2, 16) },
    { month: '2024-06', ...sum(1, 40, 2, 16) },
    { month: '2024-07', ...sum(1, 5000) },
  ])
})

test('the largest files come first, with their owners', async () => {
  const { largest } = await read(admin)
  expect(largest.map(({ name, sizeBytes, owner }) => [name, sizeBytes, owner?.name])).toEqual([
    ['Storm', 5000, undefined],
    ['Harbour', 100, 'anna'],
    ['Pier', 40, 'anna'],
    ['Pier again', 40, 'ada'],
  ])
})

test('whoever may not see all people and assets reads numbers in place of their names', async () => {
  const auditor: SignedIn = {
    ...anna,
    role: { id: 99, name: 'auditor', watermark: false, grants: [{ resource: 'storage', action: 'view' }] },
  }
  const { owners, largest } = await read(auditor)
  expect(owners[1]?.owner).toEqual({ id: anna.id, name: `#${anna.id}` })
  expect(largest[1]).toMatchObject({ name: null, fileName: null, sizeBytes: 100 })
  await expect(read(anna)).rejects.toMatchObject({ code: 'access_denied' })
})

test('a measure holds for ten minutes, sixty times as long as it took, and one that failed for none', async () => {
  let nowMs = 0
  let measured = 0
  const cache = createStorageCache(() => nowMs)
  const measure = async () => {
    measured++
    if (measured === 1) throw new Error('slow')
    nowMs += measured === 3 ? 20_000 : 0
    return { ...(await measureStorage(library.services.database)), measuredAt: String(measured) }
  }
  const get = async () => (await cache.get(measure)).measuredAt
  await expect(get()).rejects.toThrow('slow')
  expect(await Promise.all([get(), get()])).toEqual(['2', '2'])
  nowMs = storageFreshMs - 1
  expect(await get()).toBe('2')
  nowMs = storageFreshMs
  expect(await get()).toBe('3')
  nowMs += 60 * 20_000 - 1
  expect(await get()).toBe('3')
  nowMs += 1
  expect(await get()).toBe('4')
})

test('nobody waits for a measure that takes long; it goes on, and is there for whoever asks later', async () => {
  const measure = await measureStorage(library.services.database)
  let end = (_measure: typeof measure): void => undefined
  const long = new Promise<typeof measure>((resolve) => {
    end = resolve
  })
  const context = { ...library.as(admin), storageCache: createStorageCache() }
  void context.storageCache.get(() => long)
  await expect(getStorage(context)).rejects.toMatchObject({ code: 'query_too_slow' })
  end(measure)
  expect((await getStorage(context)).total).toEqual(measure.total)
}, 20_000)
