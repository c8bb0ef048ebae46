import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Context } from '../../access/context.ts'
import { withTransaction } from '../../ground/database/database.ts'
import { selectFingerprint, upsertFingerprint } from '../../media/renditions/fingerprints.sql.ts'
import { editImportJob } from '../imports/edit-import-job.ts'
import { jpegOf, openTestImport, startJob, upload, type TestImport } from '../imports/test-import.ts'
import { ensureFingerprint } from './ensure-fingerprint.ts'
import { findSimilar } from './find-similar.ts'
import { countFingerprints } from './fingerprints.sql.ts'
import { keepAllowed } from './require-reverse-search.ts'
import { reverseSearchTasks } from './reverse-search-tasks.ts'
import { changed, changes, sceneOf } from './test-pictures.ts'

let server: TestImport
let editor: Context
let viewer: Context
const assets = new Map<string, { id: number; sha256: string }>()

beforeAll(async () => {
  server = await openTestImport()
  await server.startWorkers()
  editor = server.as(await server.library.user('editor'))
  viewer = server.as(await server.library.user('viewer'))
  const scene = await sceneOf(1)
  const copy = await changed(scene, changes['cut by a fifth in the middle'] ?? ((it) => it))
  await publish(
    [
      { name: 'scene.jpg', bytes: scene },
      { name: 'copy.jpg', bytes: copy },
      { name: 'other.jpg', bytes: await sceneOf(2) },
      { name: 'grey.jpg', bytes: await jpegOf(7) },
    ],
    'publish',
  )
}, 60_000)
afterAll(async () => {
  await editor.fingerprintIndex.close()
  await server.close()
})

async function publish(files: { name: string; bytes: Buffer }[], workflowAction?: string): Promise<void> {
  const job = await startJob(editor)
  await upload(editor, job, files)
  await vi.waitFor(async () => {
    const { rows } =
      await sql`select from import_item where job_id = ${job} and inspection is not null`.execute(
        editor.database,
      )
    expect(rows).toHaveLength(files.length)
  }, 30_000)
  await editImportJob(editor, {
    id: job,
    metadata: { validate: true, ...(workflowAction && { workflowAction }) },
  })
  await vi.waitFor(async () => {
    const { rows } = await sql<{ id: number; sha256: string; name: string }>`
      select f.id, f.sha256, f.file_name name from entity_file f join search s using (resource, id)`.execute(
      editor.database,
    )
    for (const row of rows) assets.set(row.name, row)
    expect(files.every(({ name }) => assets.has(name))).toBe(true)
  }, 30_000)
}

const assetOf = (name: string) => assets.get(name) ?? { id: 0, sha256: '' }
async function similarTo(name: string, context = editor): Promise<(number | boolean)[][]> {
  const fingerprint = await ensureFingerprint(context, assetOf(name).sha256)
  return fingerprint
    ? (await findSimilar(context, fingerprint, 10, (ids) => keepAllowed(context, 'view', ids))).map(
        ({ id, mirrored }) => [id, mirrored],
      )
    : []
}

test('D1.12 an imported picture has its fingerprint from the same decoding, and is found with what was cut out of it', async () => {
  expect(await selectFingerprint(editor.database, assetOf('scene.jpg').sha256)).toBeInstanceOf(Uint8Array)
  expect(await similarTo('scene.jpg')).toEqual([
    [assetOf('scene.jpg').id, false],
    [assetOf('copy.jpg').id, false],
  ])
  expect(await similarTo('other.jpg')).toEqual([[assetOf('other.jpg').id, false]])
  expect(await similarTo('grey.jpg')).toEqual([])
})

test('D6.05 nobody finds what they are not allowed to see', async () => {
  await publish([{ name: 'draft.jpg', bytes: await changed(await sceneOf(1), (it) => it.flop()) }])
  expect(await similarTo('scene.jpg')).toContainEqual([assetOf('draft.jpg').id, true])
  expect((await similarTo('scene.jpg', viewer)).map(([id]) => id)).toEqual([
    assetOf('scene.jpg').id,
    assetOf('copy.jpg').id,
  ])
})

test('fingerprints that are missing are made by a job; what has none is reported once', async () => {
  await sql`delete from fingerprint where sha256 in (${assetOf('copy.jpg').sha256}, ${assetOf('grey.jpg').sha256})`.execute(
    editor.database,
  )
  const { total } = await countFingerprints(editor.database)
  expect(await countFingerprints(editor.database)).toEqual({ ready: total - 2, total })
  const task = reverseSearchTasks['make-fingerprints']
  if (!task || !('crontab' in task)) throw new Error('no such task')
  await task.run(server.services, {}, new AbortController().signal)
  expect(await countFingerprints(editor.database)).toEqual({ ready: total, total })
  expect(await selectFingerprint(editor.database, assetOf('grey.jpg').sha256)).toBeNull()
  expect((await similarTo('scene.jpg')).map(([id]) => id)).toContain(assetOf('copy.jpg').id)
})

test('what a transaction wrote that was committed after another is found, and what is gone is not', async () => {
  const fingerprint = await ensureFingerprint(editor, assetOf('other.jpg').sha256)
  const written = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  await sql`delete from fingerprint where sha256 = ${assetOf('other.jpg').sha256}`.execute(editor.database)
  expect(fingerprint && (await findSimilar(editor, fingerprint, 10, async (ids) => ids))).toEqual([])
  const early = withTransaction(editor.database, async (transaction) => {
    await upsertFingerprint(transaction, assetOf('other.jpg').sha256, fingerprint)
    written.resolve()
    await mayEnd.promise
  })
  await written.promise
  await upsertFingerprint(editor.database, assetOf('grey.jpg').sha256, null)
  expect(fingerprint && (await findSimilar(editor, fingerprint, 10, async (ids) => ids))).toEqual([])
  mayEnd.resolve()
  await early
  expect(fingerprint && (await findSimilar(editor, fingerprint, 10, async (ids) => ids))).toHaveLength(1)
})
