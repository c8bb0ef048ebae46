import { createHash } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { BlobStore } from '../blobs/blob-store.ts'
import { createFolderBlobs } from '../blobs/folder-blobs.ts'
import { createS3Blobs } from '../s3/s3-blobs.ts'
import { isMissing } from '../s3/s3-error.ts'
import { deleteObject, listObjects, putObject } from '../s3/s3-objects.ts'
import { createS3Sender } from '../s3/s3-request.ts'
import type { S3Place } from '../settings/blobs-place.ts'

/** What a backup location is made of: blobs, and small files, each of which appears whole. */
export interface PlaceFiles {
  readonly blobs: BlobStore
  /** Names of files, as `backups/2026-11-25T134502Z.json`, beside the blobs. */
  readonly list: (folder: string) => Promise<string[]>
  /** Undefined where there is none. */
  readonly read: (name: string) => Promise<Buffer | undefined>
  readonly write: (name: string, bytes: Uint8Array) => Promise<void>
  readonly remove: (name: string) => Promise<void>
}

/** A folder, made where it is missing. */
export async function openFolderFiles(folder: string): Promise<PlaceFiles> {
  await mkdir(join(folder, 'backups'), { recursive: true, mode: 0o700 })
  return {
    blobs: await createFolderBlobs(join(folder, 'blobs')),
    list: async (name) => (await readdir(join(folder, name)).catch(unlessMissing)) ?? [],
    read: (name) => readFile(join(folder, name)).catch(unlessMissing),
    write: async (name, bytes) => {
      const path = join(folder, name)
      const unfinished = `${path}.unfinished`
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await writeFile(unfinished, bytes, { mode: 0o600, flush: true })
      await rename(unfinished, path)
      await using directory = await open(dirname(path), 'r')
      await directory.sync()
    },
    remove: (name) => rm(join(folder, name), { force: true }),
  }
}

/** For a file that need not be there. */
export function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

/** A bucket, as for the library's own files; `scratchFolder` is this machine's. */
export async function openS3Files(place: S3Place, scratchFolder: string): Promise<PlaceFiles> {
  const sender = createS3Sender(place)
  const keyOf = (name: string): string => place.prefix + name
  const scratch = { folder: scratchFolder, mostBytes: 0 }
  return {
    blobs: await createS3Blobs({ ...place, prefix: keyOf('blobs/') }, scratch),
    list: async (name) => {
      const names: string[] = []
      for await (const { key } of listObjects(sender, keyOf(`${name}/`))) names.push(basename(key))
      return names
    },
    read: async (name) => {
      const answer = await sender.send({ method: 'GET', key: keyOf(name) }).catch((error: unknown) => {
        if (isMissing(error)) return undefined
        throw error
      })
      return answer && buffer(answer)
    },
    write: async (name, bytes) => {
      const body = Buffer.from(bytes)
      const bodySha256 = createHash('sha256').update(body).digest('hex')
      const type = name.endsWith('.json') ? 'application/json' : 'application/octet-stream'
      await putObject(sender, { key: keyOf(name), body, bodySha256, headers: { 'Content-Type': type } })
    },
    remove: (name) => deleteObject(sender, keyOf(name)),
  }
}
