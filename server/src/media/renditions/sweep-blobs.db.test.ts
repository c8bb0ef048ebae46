import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  startJob,
  jpegOf,
  openTestImport,
  upload,
  type TestImport,
} from '../../features/imports/test-import.ts'
import { deleteImportJob } from '../../features/imports/import-jobs.ts'
import { upsertBlob, upsertRenditions } from './renditions.sql.ts'
import { sweepBlobs } from './sweep-blobs.ts'

let server: TestImport
beforeAll(async () => {
  server = await openTestImport()
})
afterAll(() => server.close())

const later = () =>
  new Promise((resolve) => {
    setTimeout(resolve, 30)
  })

test('bytes that nothing refers to go after the grace period, with their renditions; all others stay', async () => {
  const { services } = server
  const editor = server.as(await server.library.user('editor'))
  const [job, kept] = [await startJob(editor), await startJob(editor)]
  await upload(editor, job, [{ name: 'goes.jpg', bytes: await jpegOf(1) }])
  await upload(editor, kept, [{ name: 'stays.jpg', bytes: await jpegOf(2) }])
  const { rows } = await sql<{
    sha256: string
    job_id: number
  }>`select sha256, job_id from import_item order by id`.execute(services.database)
  const [goes = '', stays = ''] = rows.map((row) => row.sha256)
  for (const source of [goes, stays]) {
    const blob = await services.blobs.write(Buffer.from(`rendition of ${source}`))
    await upsertRenditions(services.database, source, [
      { name: 'web', version: 1, blob, mediaType: 'image/jpeg', width: 1, height: 1, isPlaceholder: false },
    ])
  }
  await deleteImportJob(editor, { id: job })
  expect(await sweepBlobs(services)).toBe(0)
  await later()
  // The first pass takes the original and its rendition; the others are in use.
  expect(await sweepBlobs(services, 1)).toBe(2)
  expect(await services.blobs.sizeOf(goes)).toBeUndefined()
  expect(await services.blobs.sizeOf(stays)).toBeGreaterThan(0)
  const left = await sql<{ source_sha256: string }>`select source_sha256 from rendition`.execute(
    services.database,
  )
  expect(left.rows).toEqual([{ source_sha256: stays }])
  expect(await sweepBlobs(services, 1)).toBe(0)
})

test('an upload of the same bytes keeps them from the sweep', async () => {
  const { services } = server
  const blob = await services.blobs.write(Buffer.from('about to be used'))
  await upsertBlob(services.database, blob)
  await later()
  await services.blobs.write(Buffer.from('about to be used'))
  await upsertBlob(services.database, blob)
  expect(await sweepBlobs(services, 1000)).toBe(0)
  expect(await services.blobs.sizeOf(blob.sha256)).toBe(blob.sizeBytes)
})
