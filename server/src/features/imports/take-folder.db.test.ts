import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { installAccounts } from '../../people/accounts/install-accounts.ts'
import { digestFile } from '../../ground/blobs/write-file.ts'
import { readSettings } from '../../ground/settings/settings.ts'
import { importWhileKilled } from './import-while-killed.ts'
import { takeFolder } from './take-folder.ts'
import { itemsOf, jpegOf, openTestImport, type TestImport } from './test-import.ts'

let server: TestImport
let folder: string

beforeEach(async () => {
  server = await openTestImport()
  folder = await mkdtemp(join(tmpdir(), 'cartouche-folder-'))
})
afterEach(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

async function assetNames(): Promise<string[]> {
  const { rows } = await sql<{
    name: string
  }>`select file_name name from entity_file f join search s using (resource, id) where resource = 'asset' order by 1`.execute(
    server.services.database,
  )
  return rows.map((row) => row.name)
}

test('a folder is imported whole; run again it takes what was added and nothing twice; what is refused has its reason', async () => {
  await server.startWorkers()
  const editor = server.as(await server.library.user('editor'))
  await mkdir(join(folder, 'sub'))
  await writeFile(join(folder, 'a.jpg'), await jpegOf(1))
  await writeFile(join(folder, 'sub', 'a.jpg'), await jpegOf(1))
  await writeFile(join(folder, 'sub', 'broken.jpg'), 'no picture at all')
  await writeFile(join(folder, '.hidden.jpg'), await jpegOf(2))
  const collectionId = await server.library.createNode('assetcollection', 'Folder')
  const first = await takeFolder(editor, { folder, collectionId, duplicates: 'import' })
  const broken = { path: 'broken.jpg', reason: expect.stringMatching(/\w+ \w+/) }
  expect(first).toMatchObject({ found: 3, imported: 2, known: 0, skipped: 0, refused: [broken], retried: [] })
  await writeFile(join(folder, 'b.jpg'), await jpegOf(3))
  const second = await takeFolder(editor, {
    folder,
    collectionId,
    workflowAction: 'publish',
    duplicates: 'import',
  })
  expect(second).toMatchObject({ jobId: first.jobId, found: 4, imported: 1, known: 2 })
  expect(await assetNames()).toEqual(['a.jpg', 'a.jpg', 'b.jpg'])
  const { rows } =
    await sql`select from link where resource = 'asset' and field = 'collections' and target_id = ${collectionId}`.execute(
      editor.database,
    )
  expect(rows).toHaveLength(3)
})

test('what the library has already is skipped, counted at each run, and imported when that is chosen', async () => {
  await server.startWorkers()
  const editor = server.as(await server.library.user('editor'))
  await writeFile(join(folder, 'a.jpg'), await jpegOf(1))
  await takeFolder(editor, { folder })
  const other = join(folder, 'other')
  await mkdir(other)
  await writeFile(join(other, 'known.jpg'), await jpegOf(1))
  await writeFile(join(other, 'new.jpg'), await jpegOf(2))
  await writeFile(join(other, 'new again.jpg'), await jpegOf(2))
  expect(await takeFolder(editor, { folder: other })).toMatchObject({
    found: 3,
    imported: 1,
    skipped: 2,
    linked: 0,
    refused: [],
  })
  expect(await takeFolder(editor, { folder: other })).toMatchObject({
    imported: 0,
    known: 1,
    skipped: 2,
    refused: [],
  })
  expect(await assetNames()).toHaveLength(2)
  expect(await takeFolder(editor, { folder: other, duplicates: 'import' })).toMatchObject({
    imported: 2,
    known: 1,
    skipped: 0,
  })
  expect(await assetNames()).toHaveLength(4)
})

test('what the library has already is linked: its asset is in the collection, and no other is made', async () => {
  await server.startWorkers()
  const editor = server.as(await server.library.user('editor'))
  const collectionId = await server.library.createNode('assetcollection', 'Folder')
  await writeFile(join(folder, 'a.jpg'), await jpegOf(1))
  await takeFolder(editor, { folder })
  const other = join(folder, 'other')
  await mkdir(other)
  await writeFile(join(other, 'known.jpg'), await jpegOf(1))
  await writeFile(join(other, 'new.jpg'), await jpegOf(2))
  await writeFile(join(other, 'new again.jpg'), await jpegOf(2))
  const report = await takeFolder(editor, { folder: other, collectionId, duplicates: 'link' })
  expect(report).toMatchObject({ found: 3, imported: 1, skipped: 0, linked: 2, refused: [] })
  expect(await assetNames()).toHaveLength(2)
  const { rows } =
    await sql`select distinct id from link where resource = 'asset' and field = 'collections' and target_id = ${collectionId}`.execute(
      editor.database,
    )
  expect(rows).toHaveLength(2)
  expect(await takeFolder(editor, { folder: other, collectionId, duplicates: 'link' })).toMatchObject({
    imported: 0,
    known: 3,
    linked: 0,
  })
})

test('what nobody may see is no duplicate', async () => {
  await server.startWorkers()
  const admin = server.as(await server.library.user('administrator'))
  await writeFile(join(folder, 'a.jpg'), await jpegOf(1))
  await takeFolder(admin, { folder })
  const contributor = server.as(await server.library.user('contributor'))
  expect(await takeFolder(contributor, { folder })).toMatchObject({ imported: 1, skipped: 0 })
})

test('the command does not wait for what failed and is tried again later; it says which, and why', async () => {
  await server.startWorkers()
  const editor = server.as(await server.library.user('editor'))
  await writeFile(join(folder, 'a.jpg'), await jpegOf(1))
  await takeFolder(editor, { folder })
  await writeFile(join(folder, 'b.jpg'), await jpegOf(2))
  const blob = await digestFile(join(folder, 'b.jpg'))
  // Its bytes go missing before it is inspected: nobody foresaw that.
  const losing = { ...editor, blobs: { ...editor.blobs, adopt: async () => ({ ...blob, isNew: true }) } }
  const report = await takeFolder(losing, { folder })
  expect(report).toMatchObject({ found: 2, imported: 0, known: 1, refused: [] })
  expect(report.retried).toEqual([{ path: 'b.jpg', reason: expect.stringMatching(/\w+/) }])
})

test('names that are not UTF-8 are imported, read as best they can be; their bytes are on the item and on the asset', async () => {
  await server.startWorkers()
  const editor = server.as(await server.library.user('editor'))
  const inFolder = (...names: readonly Buffer[]): Buffer =>
    Buffer.concat([Buffer.from(folder), ...names.flatMap((name) => [Buffer.from('/'), name])])
  const [western, japanese, album] = ['476574e9652e6a7067', '89c48b7882dd82cc8eca905e2e6a7067', 'e974e9'].map(
    (hex) => Buffer.from(hex, 'hex'),
  ) as [Buffer, Buffer, Buffer]
  await mkdir(inFolder(album))
  await mkdir(join(folder, 'jp'))
  await writeFile(inFolder(album, western), await jpegOf(1))
  await writeFile(inFolder(Buffer.from('jp'), japanese), await jpegOf(2))
  const report = await takeFolder(editor, { folder })
  expect(report).toMatchObject({ found: 2, imported: 2, refused: [] })
  expect(await assetNames()).toEqual(['Getée.jpg', '夏休みの写真.jpg'])
  const { rows } =
    await sql`select facts ->> 'nameBytes' bytes from entity_file where resource = 'asset' order by file_name`.execute(
      editor.database,
    )
  expect(rows).toEqual([{ bytes: western.toString('hex') }, { bytes: japanese.toString('hex') }])
  const items = await itemsOf(editor, report.jobId)
  const recorded = items.map((item) => item.problems.find(({ code }) => code === 'name_decoded')?.bytes)
  expect(new Set(recorded)).toEqual(new Set([western, japanese].map((name) => name.toString('hex'))))
  expect(await takeFolder(editor, { folder })).toMatchObject({ imported: 0, known: 2, skipped: 0 })
})

test(
  'an import that is killed again and again loses no file and doubles none',
  { timeout: 180_000 },
  async () => {
    const names = Array.from({ length: 60 }, (_, index) => `picture ${String(index).padStart(3, '0')}.jpg`)
    for (const [index, name] of names.entries())
      await writeFile(join(folder, name), await jpegOf(index + 100))
    const data = join(folder, '..', `${folder.split('/').pop()}-data`)
    const settings = readSettings({
      CARTOUCHE_DATA: data,
      CARTOUCHE_DEMO: '0',
      CARTOUCHE_ADMIN_PASSWORD: 'a-password-of-tests',
    })
    await installAccounts({ ...server.services, settings })
    try {
      const { cut, output } = await importWhileKilled({
        folder,
        kills: 6,
        minMs: 900,
        maxMs: 3000,
        env: { DATABASE_URL: server.library.url, CARTOUCHE_DATA: data },
      })
      expect(cut, output).toBeGreaterThan(0)
      expect(await assetNames()).toEqual(names)
      const { rows } = await sql<{
        status: number
        count: number
      }>`select status, count(*) count from import_item group by status`.execute(server.services.database)
      expect(rows).toEqual([{ status: 6, count: 60 }])
      const { rows: jobs } =
        await sql`select from graphile_worker._private_jobs where locked_by is not null`.execute(
          server.services.database,
        )
      expect(jobs).toEqual([])
    } finally {
      await rm(data, { recursive: true, force: true })
    }
  },
)
