import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { importWhileKilled } from './import-while-killed.ts'
import { takeFolder } from './take-folder.ts'
import { jpegOf, openTestImport, type TestImport } from './test-import.ts'

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
  const { rows } = await sql<{ name: string }>`select file_name name from entity_file f join search s using (resource, id) where resource = 'asset' order by 1`.execute(server.services.database)
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
  const first = await takeFolder(editor, { folder, collectionId })
  expect(first).toMatchObject({ found: 3, imported: 2, known: 0, refused: [{ path: 'broken.jpg', reason: expect.stringMatching(/\w+ \w+/) }] })
  await writeFile(join(folder, 'b.jpg'), await jpegOf(3))
  const second = await takeFolder(editor, { folder, collectionId, workflowAction: 'publish' })
  expect(second).toMatchObject({ jobId: first.jobId, found: 4, imported: 1, known: 2 })
  expect(await assetNames()).toEqual(['a.jpg', 'a.jpg', 'b.jpg'])
  const { rows } = await sql`select from link where resource = 'asset' and field = 'collections' and target_id = ${collectionId}`.execute(editor.database)
  expect(rows).toHaveLength(3)
})

test('an import that is killed again and again loses no file and doubles none', { timeout: 180_000 }, async () => {
  const names = Array.from({ length: 60 }, (_, index) => `picture ${String(index).padStart(3, '0')}.jpg`)
  for (const [index, name] of names.entries()) await writeFile(join(folder, name), await jpegOf(index + 100))
  const data = join(folder, '..', `${folder.split('/').pop()}-data`)
  try {
    const { cut, output } = await importWhileKilled({
      folder, kills: 6, minMs: 900, maxMs: 3000, env: { DATABASE_URL: server.library.url, CARTOUCHE_DATA: data, CARTOUCHE_DEMO: '0', CARTOUCHE_ADMIN_PASSWORD: 'a-password-of-tests' },
    })
    expect(cut, output).toBeGreaterThan(0)
    expect(await assetNames()).toEqual(names)
    const { rows } = await sql<{ status: number; count: number }>`select status, count(*) count from import_item group by status`.execute(server.services.database)
    expect(rows).toEqual([{ status: 6, count: 60 }])
    const { rows: jobs } = await sql`select from graphile_worker._private_jobs where locked_by is not null`.execute(server.services.database)
    expect(jobs).toEqual([])
  } finally {
    await rm(data, { recursive: true, force: true })
  }
})
