import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ApiError, isApiError } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { readZip } from '../archive/read-zip.ts'
import { defaultZipLimits, type ZipRefusal } from '../archive/zip-refusals.ts'
import { storageError } from '../../ground/blobs/write-file.ts'
import { refused, addUpload, type Taken, type UploadedFile, type UploadTarget } from './store-upload.ts'
import { cleanName } from '../../ground/file-name.ts'

/** The codes by which clients know what was refused. */
const codes: Readonly<Record<ZipRefusal, string>> = {
  system_file: 'zip_path',
  bad_name: 'zip_path',
  climbs_out: 'zip_path',
  too_deep: 'zip_path',
  link: 'zip_path',
  encrypted: 'zip_encrypted',
  unknown_compression: 'zip_method',
  too_large: 'upload_too_large',
  total_too_large: 'zip_bomb',
  bomb: 'zip_bomb',
  overlap: 'zip_bomb',
}

/** An uploaded zip, on the disk until `takeSavedZip`. */
export interface SavedZip {
  readonly zipPath: string
  readonly fileName: string
}

/**
 * Takes the files inside of an uploaded zip, each as an item of its own; what is wrong with one is reported,
 * and the others go on. A zip that cannot be read is one refused file. Zips inside are taken as they are.
 * @throws the stream's error, the signal's reason
 */
export async function takeZip(context: Context, job: UploadTarget, file: UploadedFile): Promise<Taken[]> {
  return takeSavedZip(context, job, await saveZip(context, file))
}

/**
 * Keeps an uploaded zip for the job that is named after it.
 * @throws the stream's error, the signal's reason
 */
export async function saveZip(context: Context, file: UploadedFile): Promise<SavedZip | Taken> {
  const zipPath = await context.blobs.newScratchPath('.zip')
  const fileName = cleanName(file.fileName)
  try {
    await saveStream(file.stream, zipPath, context)
    return { zipPath, fileName }
  } catch (error) {
    await rm(zipPath, { force: true })
    if (!isApiError(error, 'upload_too_large') && !isApiError(error, 'storage_full')) throw error
    file.stream.resume()
    return refused(fileName, error.code, error.message)
  }
}

/** As `takeZip`, and the zip is gone afterwards; one that was refused stays so. */
export async function takeSavedZip(
  context: Context,
  job: UploadTarget,
  zip: SavedZip | Taken,
): Promise<Taken[]> {
  if (!('zipPath' in zip)) return [zip]
  try {
    return await takeEntries(context, job, zip.fileName, zip.zipPath)
  } catch (error) {
    if (isApiError(error, 'upload_format')) return [refused(zip.fileName, 'zip_broken', error.message)]
    if (!isApiError(error, 'upload_too_large') && !isApiError(error, 'storage_full')) throw error
    return [refused(zip.fileName, error.code, error.message)]
  } finally {
    await rm(zip.zipPath, { force: true })
  }
}

async function takeEntries(
  context: Context,
  job: UploadTarget,
  zipName: string,
  path: string,
): Promise<Taken[]> {
  const taken: Taken[] = []
  for await (const entry of readZip(path, {
    ...defaultZipLimits,
    mostEntryBytes: context.settings.uploadMaxBytes,
  })) {
    if (entry.kind === 'file')
      taken.push(
        await takeEntry(context, job, { fileName: entry.path, key: `${zipName}/${entry.path}` }, entry.open),
      )
    else if (entry.kind === 'refused')
      taken.push(refused(cleanName(entry.path), codes[entry.refusal], `${entry.reason}.`))
  }
  return taken.length > 0 ? taken : [refused(zipName, 'zip_empty', `${zipName} holds no file.`)]
}

async function takeEntry(
  context: Context,
  job: UploadTarget,
  file: Omit<UploadedFile, 'stream'>,
  open: () => Promise<Readable>,
): Promise<Taken> {
  try {
    return await addUpload(context, job, { ...file, stream: await open() })
  } catch (error) {
    if (!isApiError(error, 'upload_format')) throw error
    return refused(cleanName(file.fileName), 'zip_broken', error.message)
  }
}

async function saveStream(stream: Readable, path: string, { settings, signal }: Context): Promise<void> {
  let sizeBytes = 0
  const limit = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sizeBytes += chunk.length
      if (sizeBytes > settings.uploadMaxBytes)
        done(new ApiError('upload_too_large', { maxSizeBytes: settings.uploadMaxBytes }))
      else done(null, chunk)
    },
  })
  try {
    await pipeline(stream, limit, createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal })
  } catch (error) {
    throw storageError(error)
  }
}
