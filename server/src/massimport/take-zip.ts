import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ApiError, isApiError } from '@cartouche/contract'
import type { Context } from '../access/context.ts'
import { storageError } from '../blobs/write-file.ts'
import { openZip, ZipRefused, type ZipFile } from './read-zip.ts'
import { cleanName, refused, takeUpload, type Taken, type UploadedFile } from './take-upload.ts'

/**
 * Takes the files inside of an uploaded zip, each as an item of its own; what is wrong with one is told and the others go on.
 * A zip that cannot be read is one refused file. Zips inside are taken as they are.
 * @throws the stream's error, the signal's reason
 */
export async function takeZip(context: Context, jobId: number, file: UploadedFile): Promise<Taken[]> {
  const path = await context.blobs.newScratchPath('.zip')
  const name = cleanName(file.fileName)
  try {
    await saveStream(file.stream, path, context)
    return await takeEntries(context, jobId, name, await openZip(path, { maxEntryBytes: context.settings.uploadMaxBytes }))
  } catch (error) {
    if (error instanceof ZipRefused) return [refused(name, error.code, error.message)]
    if (!isApiError(error, 'upload_too_large') && !isApiError(error, 'storage_full')) throw error
    file.stream.resume()
    return [refused(name, error.code, error.message)]
  } finally {
    await rm(path, { force: true })
  }
}

async function takeEntries(context: Context, jobId: number, zipName: string, zip: ZipFile): Promise<Taken[]> {
  const taken: Taken[] = []
  try {
    for await (const entry of zip.entries()) {
      if (entry.kind === 'refused') {
        taken.push(refused(cleanName(entry.path), entry.code, entry.message))
        continue
      }
      try {
        taken.push(await takeUpload(context, jobId, { fileName: entry.path, key: `${zipName}/${entry.path}`, stream: await entry.open(), crc32: entry.crc32 }))
      } catch (error) {
        if (!(error instanceof ZipRefused)) throw error
        taken.push(refused(cleanName(entry.path), error.code, error.message))
      }
    }
  } finally {
    zip.close()
  }
  return taken.length > 0 ? taken : [refused(zipName, 'zip_empty', `${zipName} holds no file.`)]
}

async function saveStream(stream: Readable, path: string, { settings, signal }: Context): Promise<void> {
  let sizeBytes = 0
  const limit = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sizeBytes += chunk.length
      if (sizeBytes > settings.uploadMaxBytes) done(new ApiError('upload_too_large', { maxSizeBytes: settings.uploadMaxBytes }))
      else done(null, chunk)
    },
  })
  try {
    await pipeline(stream, limit, createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal })
  } catch (error) {
    throw storageError(error)
  }
}
