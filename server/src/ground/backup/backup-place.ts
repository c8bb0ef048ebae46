import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { basename, join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { BlobStore } from '../blobs/blob-store.ts'
import { createFolderBlobs } from '../blobs/folder-blobs.ts'
import { LibraryError } from '../database/find-database.ts'
import { createS3Blobs } from '../s3/s3-blobs.ts'
import { isMissing } from '../s3/s3-error.ts'
import { deleteObject, listObjects, putObject } from '../s3/s3-objects.ts'
import { createS3Sender } from '../s3/s3-request.ts'
import type { S3Place } from '../settings/blobs-place.ts'
import { BackupName, readManifest, type Manifest } from './manifest.ts'

/**
 * Where backups are kept: bytes named by their hash, shared by all backups, so that what did not change is
 * stored once; and for each backup a manifest, written last. A backup without one was not finished.
 */
export type BackupPlace = {
  /** Files of the library, tables, lists. */
  readonly blobs: BlobStore
  /** Names of finished backups, oldest first. */
  readonly list: () => Promise<string[]>
  /** @throws LibraryError where it is not there, or is none of ours */
  readonly read: (name: string) => Promise<Manifest>
  readonly write: (manifest: Manifest) => Promise<void>
  /** The manifest alone. */
  readonly remove: (name: string) => Promise<void>
}

const extension = '.json'

/** A folder, made where it is missing. */
export async function openFolderPlace(folder: string): Promise<BackupPlace> {
  const manifests = join(folder, 'backups')
  await mkdir(manifests, { recursive: true, mode: 0o700 })
  const pathOf = (name: string): string => join(manifests, checkedName(name) + extension)
  return {
    blobs: await createFolderBlobs(join(folder, 'blobs')),
    list: async () => namesIn(await readdir(manifests)),
    read: async (name) => readManifest(name, await readFile(pathOf(name), 'utf8').catch(() => undefined)),
    write: async (manifest) => {
      const path = pathOf(manifest.name)
      const unfinished = `${path}.unfinished`
      await writeFile(unfinished, JSON.stringify(manifest), { mode: 0o600, flush: true })
      await rename(unfinished, path)
      await using directory = await open(manifests, 'r')
      await directory.sync()
    },
    remove: (name) => rm(pathOf(name), { force: true }),
  }
}

/** A bucket, as for the library's own files; `scratchFolder` is this machine's. */
export async function openS3Place(place: S3Place, scratchFolder: string): Promise<BackupPlace> {
  const sender = createS3Sender(place)
  const manifests = `${place.prefix}backups/`
  const keyOf = (name: string): string => manifests + checkedName(name) + extension
  const scratch = { folder: scratchFolder, mostBytes: 0 }
  return {
    blobs: await createS3Blobs({ ...place, prefix: `${place.prefix}blobs/` }, scratch),
    list: async () => {
      const names: string[] = []
      for await (const { key } of listObjects(sender, manifests)) names.push(basename(key))
      return namesIn(names)
    },
    read: async (name) => {
      const answer = await sender.send({ method: 'GET', key: keyOf(name) }).catch((error: unknown) => {
        if (isMissing(error)) return undefined
        throw error
      })
      return readManifest(name, answer && (await text(answer)))
    },
    write: async (manifest) => {
      const body = Buffer.from(JSON.stringify(manifest))
      const bodySha256 = createHash('sha256').update(body).digest('hex')
      const headers = { 'Content-Type': 'application/json' }
      await putObject(sender, { key: keyOf(manifest.name), body, bodySha256, headers })
    },
    remove: (name) => deleteObject(sender, keyOf(name)),
  }
}

/** Whoever types a name may type anything. */
function checkedName(name: string): string {
  if (!BackupName.safeParse(name).success) throw new LibraryError(`There is no backup ${name} in this place.`)
  return name
}

function namesIn(files: readonly string[]): string[] {
  return files
    .filter((file) => file.endsWith(extension))
    .map((file) => basename(file, extension))
    .filter((name) => BackupName.safeParse(name).success)
    .toSorted()
}
