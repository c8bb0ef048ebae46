import { mkdtemp, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { blobPath } from '../../ground/blobs/blob-path.ts'
import { createFolderBlobs } from '../../ground/blobs/folder-blobs.ts'
import { createTestLibrary, type TestLibrary } from '../../testing/test-library.ts'
import { verifyBlobs } from './verify-blobs.ts'

let library: TestLibrary
let folder: string

beforeAll(async () => {
  library = await createTestLibrary()
  folder = await mkdtemp(join(tmpdir(), 'cartouche-verify-'))
})

afterAll(async () => {
  await library.close()
  await rm(folder, { recursive: true, force: true })
})

/** Stores texts, and enters them in the database; an asset has the first. */
async function fill(name: string, texts: readonly string[]) {
  const place = join(folder, name)
  const blobs = await createFolderBlobs(place)
  const { database } = library.services
  await sql`truncate blob cascade`.execute(database)
  const hashes: string[] = []
  for (const text of texts) {
    const { sha256, sizeBytes, crc32 } = await blobs.write(Buffer.from(text))
    await database.insertInto('blob').values({ sha256, size_bytes: sizeBytes, crc32 }).execute()
    hashes.push(sha256)
  }
  const id = await library.createAsset({ name: 'Sea' })
  await sql`insert into entity_file (resource, id, sha256, file_name, media_type)
    values ('asset', ${id}, ${hashes[0]}, 'sea.jpg', 'image/jpeg')`.execute(database)
  return { blobs, database, hashes, id, pathOf: (sha256: string) => join(place, blobPath(sha256)) }
}

test('what is missing, cut or changed is found, with what it is, and a good copy takes its place', async () => {
  const texts = ['the sea', 'a hill', 'a wood', 'a town']
  const { blobs, database, hashes, id, pathOf } = await fill('faults', texts)
  const [sea = '', hill = '', wood = ''] = hashes
  const copy = await createFolderBlobs(join(folder, 'copy'))
  for (const text of texts.slice(0, 2)) await copy.write(Buffer.from(text))
  await writeFile(pathOf(sea), 'the SEA')
  await writeFile(pathOf(hill), 'a hi')
  await rm(pathOf(wood))

  const found = await verifyBlobs({ database, blobs })
  expect(found.progress).toMatchObject({ checked: 4, faults: 3, unknown: 0 })
  expect(Object.fromEntries(found.faults.map(({ sha256, reason }) => [sha256, reason]))).toEqual({
    [sea]: 'holds other bytes than its name says',
    [hill]: 'is damaged',
    [wood]: 'is missing',
  })
  expect(found.faults.find(({ sha256 }) => sha256 === sea)?.uses).toEqual([
    `the original sea.jpg of asset ${id}`,
  ])

  const repaired = await verifyBlobs({ database, blobs }, { repairFrom: copy })
  expect(Object.fromEntries(repaired.faults.map(({ sha256, isRepaired }) => [sha256, isRepaired]))).toEqual({
    [sea]: true,
    [hill]: true,
    [wood]: false,
  })
  expect((await verifyBlobs({ database, blobs })).faults.map(({ sha256 }) => sha256)).toEqual([wood])
})

test('a copy that is damaged itself repairs nothing', async () => {
  const { blobs, database, hashes, pathOf } = await fill('bad-copy', ['the sea'])
  const [sea = ''] = hashes
  const place = join(folder, 'damaged')
  const copy = await createFolderBlobs(place)
  await copy.write(Buffer.from('the sea'))
  await writeFile(join(place, blobPath(sea)), 'the SEE')
  await writeFile(pathOf(sea), 'the SEA')
  const { faults } = await verifyBlobs({ database, blobs }, { repairFrom: copy })
  expect(faults).toMatchObject([{ sha256: sea, isRepaired: false }])
  expect(await blobs.sizeOf(sea)).toBe(7)
})

test('files that the database does not know are counted, and deleted when asked once they are old', async () => {
  const { blobs, database, hashes, pathOf } = await fill('unknown', ['the sea'])
  const old = await blobs.write(Buffer.from('left by a kill'))
  const fresh = await blobs.write(Buffer.from('being uploaded'))
  const longAgo = new Date(Date.now() - 8 * 86_400_000)
  await utimes(pathOf(old.sha256), longAgo, longAgo)
  expect((await verifyBlobs({ database, blobs })).progress).toMatchObject({
    checked: 1,
    faults: 0,
    unknown: 2,
    unknownBytes: 28,
    deleted: 0,
  })
  const [sea = ''] = hashes
  await rename(pathOf(sea), `${pathOf(sea)}.away`)
  const elsewhere = await verifyBlobs({ database, blobs }, { deletesUnknown: true })
  expect(elsewhere.progress, 'not the place of this library').toMatchObject({ faults: 1, deleted: 0 })
  await rename(`${pathOf(sea)}.away`, pathOf(sea))
  const { progress } = await verifyBlobs({ database, blobs }, { deletesUnknown: true })
  expect(progress).toMatchObject({ unknown: 2, deleted: 1 })
  expect(await blobs.sizeOf(old.sha256)).toBeUndefined()
  expect(await blobs.sizeOf(fresh.sha256)).toBe(14)
})
