import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Context } from '../../access/context.ts'
import { createMediaWorkers } from '../../media/media-workers.ts'
import { createTestFolder, type TestFolder } from '../../media/sample-files.ts'
import { deleteImportItem } from './delete-import-item.ts'
import { itemsOf, jpegOf, openTestImport, startJob, upload, type TestImport } from './test-import.ts'

/**
 * A drawing that librsvg draws for minutes, whatever its own time limit: filters over filters over a large
 * ground.
 */
const poison = (salt: string): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="4000"><!--${salt}--><filter id="f" x="0" y="0" width="1" height="1">${Array.from(
      { length: 60 },
      (_, index) =>
        `<feMorphology operator="dilate" radius="200"/><feGaussianBlur stdDeviation="${90 + index}"/><feTurbulence baseFrequency="0.9" numOctaves="9" result="t"/><feDisplacementMap in2="t" scale="90"/>`,
    ).join('')}</filter>${'<rect width="4000" height="4000" fill="red" filter="url(#f)"/>'.repeat(20)}</svg>`,
  )

let server: TestImport
let editor: Context
let folder: TestFolder

beforeAll(async () => {
  folder = await createTestFolder()
  server = await openTestImport()
  editor = server.as(await server.library.user('editor'))
})
afterAll(async () => {
  await server.close()
  await folder.remove()
})

test('a drawing that holds its worker is tried twice, and is reported as what it is; the next file is served', async () => {
  const workers = createMediaWorkers({ size: 1, inspectTimeoutMs: 3000, folder: folder.path('workers') })
  try {
    const startedAt = Date.now()
    const [found, next] = await Promise.all([
      workers.inspect({ path: await folder.write('poison.svg', poison('a')), fileName: 'poison.svg' }),
      workers.inspect({ path: await folder.write('next.jpg', await jpegOf(1)), fileName: 'next.jpg' }),
    ])
    expect(found).toMatchObject({
      usable: false,
      mediaType: 'image/svg+xml',
      problems: [
        {
          code: 'timeout',
          severity: 'error',
          message: 'The decoder was stopped after 3 seconds.',
          data: { seconds: 3 },
        },
      ],
    })
    expect(next.usable).toBe(true)
    // Two tries, no more and no fewer.
    expect(Date.now() - startedAt).toBeGreaterThan(6000)
  } finally {
    await workers.close()
  }
})

test('a failure that nobody foresaw makes the item broken after three tries', async () => {
  const job = await startJob(editor)
  await upload(editor, job, [{ name: 'lost.jpg', bytes: await jpegOf(4) }])
  const {
    rows: [row],
  } = await sql<{ sha256: string }>`select sha256 from import_item where job_id = ${job}`.execute(
    editor.database,
  )
  // The bytes are gone from the disk: no code expects that.
  expect(await editor.blobs.remove(row?.sha256 ?? '', 0)).toBe(true)
  await server.startWorkers()
  const attempts: number[] = []
  await vi.waitFor(
    async () => {
      const {
        rows: [queued],
      } = await sql<{ attempts: number }>`
      update graphile_worker._private_jobs set run_at = now() where key like 'inspect:%' and locked_at is null returning attempts`.execute(
        editor.database,
      )
      if (queued && attempts.at(-1) !== queued.attempts) attempts.push(queued.attempts)
      expect(await itemsOf(editor, job)).toMatchObject([
        { status: { name: 'broken' }, problems: [{ code: 'inspection_failed' }] },
      ])
    },
    { timeout: 30_000, interval: 20 },
  )
  expect(Math.max(...attempts)).toBeLessThan(3)
})

test('an item that is deleted while it is inspected ends the work on it', async () => {
  const job = await startJob(editor)
  await upload(editor, job, [{ name: 'poison.svg', bytes: poison('b') }])
  await vi.waitFor(async () => {
    expect(await itemsOf(editor, job)).toMatchObject([{ status: { name: 'analyzing' } }])
  }, 10_000)
  const [item] = await itemsOf(editor, job)
  await deleteImportItem(editor, { ids: [item?.id ?? 0] })
  const queued = async () =>
    (
      await sql`select from graphile_worker._private_jobs where key = ${`inspect:${item?.id}`}`.execute(
        editor.database,
      )
    ).rows.length
  // Long before the time of one try is over.
  await vi.waitFor(async () => {
    expect(await queued()).toBe(0)
  }, 15_000)
})
