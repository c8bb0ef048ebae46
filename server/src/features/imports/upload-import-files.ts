import { rm } from 'node:fs/promises'
import { ApiError, parseJson, type CallAnswer, type CallInput, type Calls } from '@cartouche/contract'
import { sql, type SqlBool } from 'kysely'
import { z } from 'zod'
import type { Context } from '../../access/context.ts'
import type { UploadPart, UploadParts } from '../../access/handler.ts'
import { upsertBlob } from '../../media/renditions/renditions.sql.ts'
import { selectItems } from './imports.sql.ts'
import { readItems } from './read-items.ts'
import { requireJob } from './read-jobs.ts'
import {
  storeUpload,
  addStored,
  addUpload,
  type StoredFile,
  type Taken,
  type UploadTarget,
} from './store-upload.ts'
import { saveZip, takeSavedZip, takeZip, type SavedZip } from './take-zip.ts'

/**
 * The field `json`: the job, and for each file field a key of the client's own where it may send the same
 * file twice (`keys`), and its size in bytes (`sizes`), by which a file is refused before it is read where
 * there is no room for it; other properties (`"binary": "cid:file"`) name the file fields, which are known by
 * their parts anyway.
 * @source data-layer §7: POST item; wire facts "Mass import"
 */
const UploadJson = z.looseObject({
  job: z
    .union([
      z.coerce.number().int().positive(),
      z.looseObject({ id: z.coerce.number().int().positive() }).transform(({ id }) => id),
    ])
    .optional(),
  keys: z.record(z.string(), z.string().max(500)).optional(),
  sizes: z.record(z.string(), z.number().int().nonnegative()).optional(),
})
type UploadJson = z.output<typeof UploadJson>

/** A file that came before its job was named. */
interface Waiting {
  readonly part: string
  readonly stored: StoredFile | SavedZip | Taken
}

/** An answer lists the items themselves up to here; a zip may hold more. */
const maxItemsAnswered = 200

/**
 * Takes the files of a multipart body into an import, each as it arrives; those that come before the field
 * `json` wait in the blob store for the job that it names. What cannot be taken is answered with the reason
 * and the others go on; where nothing could be taken, the reason is the error.
 * @throws upload_format, upload_empty, upload_too_large, storage_full, storage_limit_reached,
 * file_limit_reached, entity_not_found, import_job_deactivated
 */
export async function uploadImportFiles(
  context: Context,
  input: CallInput<Calls['uploadImportFiles']> & UploadParts,
): Promise<CallAnswer<Calls['uploadImportFiles']>> {
  let json: UploadJson = {}
  let job: UploadTarget | undefined
  const waiting: Waiting[] = []
  const taken: Taken[] = []
  for await (const part of input.parts) {
    if (part.kind === 'field') {
      if (part.name === 'json') json = readJson(part.value)
      continue
    }
    const stream = part.stream
    const file = {
      fileName: part.fileName,
      key: json.keys?.[part.name] ?? part.fileName,
      stream,
      announcedBytes: json.sizes?.[part.name],
    }
    const named = json.job ?? input.job
    const isZip = input.unzip === true && /\.zip$/i.test(part.fileName)
    if (named === undefined) {
      const stored = isZip ? await saveZip(context, file) : await storeUpload(context, file, null)
      waiting.push({ part: part.name, stored })
      continue
    }
    job ??= await jobOf(context, named, part)
    taken.push(...(isZip ? await takeZip(context, job, file) : [await addUpload(context, job, file)]))
  }
  return answer(context, [...(await takeWaiting(context, json, waiting)), ...taken])
}

/** Bytes whose job is not there have a row all the same, by which they are swept. */
async function takeWaiting(
  context: Context,
  json: UploadJson,
  waiting: readonly Waiting[],
): Promise<Taken[]> {
  if (waiting.length === 0) return []
  const job = await jobOf(context, json.job).catch(async (error: unknown) => {
    await dropWaiting(context, waiting)
    throw error
  })
  const taken: Taken[] = []
  for (const { part, stored } of waiting) {
    if ('blob' in stored)
      taken.push(await addStored(context, job.id, { ...stored, key: json.keys?.[part] ?? stored.key }))
    else taken.push(...(await takeSavedZip(context, job, stored)))
  }
  return taken
}

async function dropWaiting(context: Context, waiting: readonly Waiting[]): Promise<void> {
  for (const { stored } of waiting) {
    if ('blob' in stored) await upsertBlob(context.database, stored.blob)
    if ('zipPath' in stored) await rm(stored.zipPath, { force: true })
  }
}

function readJson(text: string): UploadJson {
  try {
    return UploadJson.parse(parseJson(text))
  } catch {
    throw new ApiError('upload_format', { reason: 'the field json is not as expected: {"job":{"id":1}}' })
  }
}

async function jobOf(
  context: Context,
  id: number | undefined,
  part?: Extract<UploadPart, { kind: 'file' }>,
): Promise<UploadTarget> {
  try {
    if (id === undefined)
      throw new ApiError('upload_format', { reason: 'the field json with the job is missing' })
    return await requireJob(context, id, 'update')
  } catch (error) {
    part?.stream.resume()
    throw error
  }
}

async function answer(
  context: Context,
  taken: readonly Taken[],
): Promise<CallAnswer<Calls['uploadImportFiles']>> {
  const ids = taken.flatMap(({ itemId }) => itemId ?? [])
  if (ids.length === 0) throw refusalOf(taken, context.settings.uploadMaxBytes)
  const rows = await selectItems(
    context.database,
    sql<SqlBool>`i.id = any(${ids.slice(0, maxItemsAnswered)}::bigint[])`,
  )
  const data = await readItems(context, rows)
  return {
    response: {
      data,
      files: taken.map(({ fileName, itemId, problem }) => ({
        filename: fileName,
        item: itemId,
        problem: problem && { ...problem },
      })),
    },
  }
}

/** The reason of the first file, where no file could be taken. */
function refusalOf([first]: readonly Taken[], maxSizeBytes: number): ApiError {
  const problem = first?.problem
  if (first?.error) return first.error
  if (!problem) return new ApiError('upload_empty')
  if (problem.code === 'upload_too_large')
    return new ApiError('upload_too_large', { maxSizeBytes }, problem.message)
  if (problem.code === 'storage_full') return new ApiError('storage_full')
  if (problem.code === 'upload_empty') return new ApiError('upload_empty', {}, problem.message)
  return new ApiError('upload_format', { reason: problem.message }, problem.message)
}
