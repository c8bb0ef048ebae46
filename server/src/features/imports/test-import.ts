import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { CallAnswer, Calls, ImportItem } from '@cartouche/contract'
import { sql } from 'kysely'
import sharp from 'sharp'
import type { Context } from '../../access/context.ts'
import type { Services } from '../../ground/services.ts'
import type { SignedIn } from '../../access/identity.ts'
import type { UploadPart } from '../../access/handler.ts'
import { createAddJob } from '../../ground/jobs/create-add-job.ts'
import { startJobs, type Jobs } from '../../ground/jobs/start-jobs.ts'
import { upsertBlob } from '../../media/renditions/renditions.sql.ts'
import { mediaTasks } from '../../media/renditions/media-tasks.ts'
import { createTestLibrary, type TestLibrary } from '../../testing/test-library.ts'
import { findImportItems } from './find-import-items.ts'
import { createImportJob } from './import-jobs.ts'
import { importTasks } from './import-tasks.ts'
import { uploadImportFiles } from './upload-import-files.ts'

/** A library whose jobs run. */
export interface TestImport {
  readonly library: TestLibrary
  readonly services: Services
  as(identity: SignedIn, signal?: AbortSignal): Context
  startWorkers(): Promise<void>
  close(): Promise<void>
}

/** Opens a library; workers start when a test wants them. */
export async function openTestImport(): Promise<TestImport> {
  const library = await createTestLibrary()
  const services: Services = { ...library.services, addJob: createAddJob() }
  let jobs: Jobs | undefined = await startJobs(services, {}, { url: library.url, concurrency: 1 })
  await jobs.stop()
  jobs = undefined
  return {
    library,
    services,
    as: (identity, signal) => ({
      ...library.as(identity),
      addJob: services.addJob,
      ...(signal ? { signal } : {}),
    }),
    startWorkers: async () => {
      jobs = await startJobs(
        services,
        { ...importTasks, ...mediaTasks },
        { url: library.url, concurrency: 4 },
      )
    },
    close: async () => {
      await jobs?.stop()
      await services.mediaWorkers.close()
      await library.close()
    },
  }
}

/** A file to upload. */
export interface TestFile {
  readonly name: string
  readonly bytes: Buffer | Readable
}

/** The parts of a multipart body as the server reads them. */
export async function* partsOf(
  json: object | undefined,
  files: readonly TestFile[],
): AsyncGenerator<UploadPart> {
  if (json) yield { kind: 'field', name: 'json', value: JSON.stringify(json) }
  let index = 0
  for (const { name, bytes } of files) {
    const stream =
      bytes instanceof Readable
        ? bytes
        : Readable.from(bytes.length === 0 ? [] : [bytes], { objectMode: false })
    yield {
      kind: 'file',
      name: `file${index++}`,
      fileName: name,
      mediaType: 'application/octet-stream',
      stream,
    }
    if (!stream.readableEnded && !stream.destroyed) stream.resume()
  }
}

/** Uploads files into a job. */
export function upload(
  context: Context,
  jobId: number,
  files: readonly TestFile[],
  options: { readonly unzip?: boolean; readonly keys?: Record<string, string> } = {},
): Promise<CallAnswer<Calls['uploadImportFiles']>> {
  return uploadImportFiles(context, {
    unzip: options.unzip,
    job: undefined,
    parts: partsOf({ job: { id: jobId }, ...(options.keys ? { keys: options.keys } : {}) }, files),
  })
}

/** Starts a job. */
export async function startJob(context: Context, name = 'A test'): Promise<number> {
  return (await createImportJob(context, { json: { name } })).response.data.id
}

/** All items of a job. */
export async function itemsOf(context: Context, jobId: number): Promise<ImportItem[]> {
  return (await findImportItems(context, { id: jobId })).response.data
}

/** A small JPEG that differs from every other by its number. */
export function jpegOf(number: number, width = 120, height = 90): Promise<Buffer> {
  return sharp({
    create: { width, height, channels: 3, background: { r: number % 256, g: (number >> 8) % 256, b: 99 } },
  })
    .withExif({ IFD0: { ImageDescription: `Picture ${number}`, Artist: 'Test' } })
    .jpeg()
    .toBuffer()
}

/** A file of ../shared/samples, or undefined on a machine without them. */
export function sampleOf(path: string): Promise<Buffer | undefined> {
  return readFile(new URL(`../../../../../shared/samples/${path}`, import.meta.url)).catch(() => undefined)
}

/**
 * Puts items into a job that are ready to become assets, as if so many files had been uploaded and inspected;
 * all have the same bytes. Answers their ids.
 */
export async function seedItems(context: Context, jobId: number, count: number): Promise<number[]> {
  const blob = await context.blobs.write(Readable.from([await jpegOf(jobId)]), { maxSizeBytes: 1_000_000 })
  await upsertBlob(context.database, blob)
  const inspection = {
    nature: 'IMAGE',
    mediaType: 'image/jpeg',
    extension: 'jpg',
    sizeBytes: blob.sizeBytes,
    usable: true,
    decodable: true,
    problems: [],
  }
  const { rows } = await sql<{ id: number }>`
    insert into import_item (job_id, status, sha256, file_name, folded_name, upload_key, problems, inspection, metadata)
    select ${jobId}, 3, ${blob.sha256}, 'item ' || n || '.jpg', 'item ' || n || '.jpg', 'seed/' || n, '[]', ${JSON.stringify(inspection)}::jsonb,
      jsonb_build_object('name', 'Item ' || n) from generate_series(1, ${count}) n returning id`.execute(
    context.database,
  )
  return rows.map((row) => row.id)
}
