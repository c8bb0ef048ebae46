import { buffer } from 'node:stream/consumers'
import { importItemStatuses, type ImportItem } from '@cartouche/contract'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Context } from '../../access/context.ts'
import type { ByteSource } from '../../ground/bytes/byte-source.ts'
import { readEntities } from '../../model/entities/read-entities.ts'
import { getVariation } from '../../model/variations/get-variation.ts'
import { getSchemaOf } from '../../model/schemas/schema-registry.ts'
import { editImportJob } from './edit-import-job.ts'
import { listImportChanges } from './list-import-changes.ts'
import { itemsOf, jpegOf, openTestImport, startJob, upload, type TestImport } from './test-import.ts'

let server: TestImport
let editor: Context

beforeAll(async () => {
  server = await openTestImport()
  editor = server.as(await server.library.user('editor'))
  await server.startWorkers()
})
afterAll(() => server.close())

/** A JPEG of which nothing is left but its head. */
const headOf = async (number: number) => {
  const whole = await jpegOf(number, 400, 300)
  return whole.subarray(0, whole.indexOf(Buffer.from('ffda', 'hex')) + 14)
}
const inspected = (job: number): Promise<ImportItem[]> =>
  vi.waitFor(
    async () => {
      const items = await itemsOf(editor, job)
      expect(items.filter(({ status }) => status.id <= importItemStatuses.analyzing)).toEqual([])
      return items
    },
    { timeout: 25_000, interval: 100 },
  )
const take = async (job: number, ids: number[]): Promise<ImportItem[]> => {
  const { response } = await editImportJob(editor, {
    id: job,
    metadata: { ids, validate: true, anyway: true },
  })
  await listImportChanges(editor, { id: job, commandIds: response.$action.commands, longPolling: 20 })
  return itemsOf(editor, job)
}
const ask = async (object: string, id: number | undefined, variation: string): Promise<ByteSource> => {
  const source = await getVariation(editor, {
    object,
    id: String(id),
    variation,
    preset: undefined,
    download: undefined,
    ticket: undefined,
  })
  if ('pending' in source) throw new Error('pending')
  return source
}
const bytesOf = (source: ByteSource): Promise<Buffer> => buffer(source.open(0, source.sizeBytes))

test('a file that cannot be decoded is imported anyway: the original as it is, a placeholder as its picture, the reason on the asset', async () => {
  const job = await startJob(editor)
  const bytes = await headOf(1)
  await upload(editor, job, [
    { name: 'Harbour.jpg', bytes },
    { name: 'good.jpg', bytes: await jpegOf(2) },
  ])
  const [broken, good] = await inspected(job)
  expect([broken?.status.name, good?.status.name]).toEqual(['broken', 'ready'])
  const ids = [broken?.id ?? 0, good?.id ?? 0]
  await expect(editImportJob(editor, { id: job, metadata: { ids, validate: true } })).rejects.toMatchObject({
    code: 'import_item_not_ready',
  })
  // Without ids it is never all that is broken.
  expect(
    (await editImportJob(editor, { id: job, metadata: { validate: true, anyway: true, ids: [] } })).response
      .data.counts,
  ).toMatchObject({ broken: 1 })

  const [item] = await take(job, [ids[0] ?? 0])
  expect(item).toMatchObject({
    status: { name: 'validated' },
    asset: { id: expect.any(Number) },
    problems: broken?.problems,
  })
  const [asset] = await readEntities(editor, await getSchemaOf(editor, 'asset'), [item?.asset?.id ?? 0])
  expect(asset).toMatchObject({
    name: 'Harbour',
    rootnature: { name: 'IMAGE' },
    metadata: {
      filename: 'Harbour.jpg',
      mediatype: 'image/jpeg',
      filesize: bytes.length,
      problems: [{ code: broken?.problems[0]?.code, message: broken?.problems[0]?.message }],
    },
  })
  expect(await bytesOf(await ask('asset', item?.asset?.id, 'original'))).toEqual(bytes)
  const card = sharp(await bytesOf(await ask('asset', item?.asset?.id, 'thumbnailBig')))
  const greyAt = async (left: number, top: number) =>
    (await card.clone().greyscale().extract({ left, top, width: 1, height: 1 }).raw().toBuffer())[0]
  // A white sheet on a dark ground.
  expect(await greyAt(300, 90)).toBeGreaterThan(240)
  expect(await greyAt(20, 20)).toBeLessThan(60)
  const { rows } = await sql<{ stand_in: boolean }>`
    select stand_in from rendition r join entity_file f on f.sha256 = r.source_sha256 where f.resource = 'asset' and f.id = ${item?.asset?.id}`.execute(
    editor.database,
  )
  expect(rows).toEqual([{ stand_in: true }])
})

test('a file whose inspection was given up is imported anyway under the name of its file', async () => {
  const job = await startJob(editor)
  await upload(editor, job, [{ name: 'Poison.tif', bytes: await headOf(3) }])
  const [item] = await inspected(job)
  const problem = { code: 'inspection_failed', message: 'The file could not be inspected.' }
  await sql`update import_item set inspection = null, metadata = '{}', problems = ${JSON.stringify([problem])}::jsonb where id = ${item?.id}`.execute(
    editor.database,
  )
  const [taken] = await take(job, [item?.id ?? 0])
  const [asset] = await readEntities(editor, await getSchemaOf(editor, 'asset'), [taken?.asset?.id ?? 0])
  expect(asset).toMatchObject({
    name: 'Poison',
    rootnature: { name: 'OTHER' },
    metadata: { filename: 'Poison.tif', problems: [{ message: problem.message }] },
  })
  expect((await ask('asset', taken?.asset?.id, 'thumbnailBig')).mediaType).toBe('image/jpeg')
})

test('a picture whose name lies is shown as what it is', async () => {
  const job = await startJob(editor)
  await upload(editor, job, [{ name: 'paper.pdf', bytes: await jpegOf(4, 400, 300) }])
  const [item] = await inspected(job)
  expect(item?.status.name).toBe('broken')
  const [taken] = await take(job, [item?.id ?? 0])
  const picture = await ask('asset', taken?.asset?.id, 'thumbnailBig')
  expect(await sharp(await bytesOf(picture)).metadata()).toMatchObject({ width: 400, height: 300 })
})
