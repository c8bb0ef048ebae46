import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { S3Place } from '../settings/blobs-place.ts'
import { BackupError } from './backup-error.ts'
import { createCipher, unlock, type Cipher } from './encryption/cipher.ts'
import { encryptBlobs, type BackupBlobs } from './encryption/encrypt-blobs.ts'
import { BackupName, readManifest, type Manifest } from './manifest.ts'
import { openFolderFiles, openS3Files, type PlaceFiles } from './place-files.ts'

/**
 * Where backups are kept: bytes named by their hash, shared by all backups, so that what did not change is
 * stored once; and for each backup a manifest, written last. A backup without one was not finished. All of it
 * is sealed where there is a key.
 */
export type BackupPlace = {
  /** Files of the library, tables, lists. */
  readonly blobs: BackupBlobs
  /** Small files with names of their own: manifests, segments of the write-ahead log. */
  readonly documents: PlaceDocuments
  /** Deletes what is stored, and not asked for by these hashes, and older than this; answers how many. */
  readonly removeOthers: (needed: ReadonlySet<string>, unusedForMs: number) => Promise<number>
  /** Names of finished backups, oldest first. */
  readonly list: () => Promise<string[]>
  /** @throws LibraryError where it is not there, or is none of ours */
  readonly read: (name: string) => Promise<Manifest>
  readonly write: (manifest: Manifest) => Promise<void>
  /** The manifest alone. */
  readonly remove: (name: string) => Promise<void>
}

/** Small files of a place, each of which appears whole, and is sealed where there is a key. */
export interface PlaceDocuments {
  /** Names of those in a folder, without it. */
  readonly list: (folder: string) => Promise<string[]>
  /** Undefined where there is none; empty where it is damaged, which no document is. */
  readonly read: (path: string) => Promise<Buffer | undefined>
  readonly write: (path: string, bytes: Uint8Array) => Promise<void>
  readonly remove: (path: string) => Promise<void>
}

/** Whoever opens a place that is sealed, or is to be. */
export interface PlaceKey {
  readonly passphrase: string
  /** Whether a place without backups becomes one that is sealed. */
  readonly isForNew: boolean
}

const keyFile = 'key.age'
const manifests = 'backups'

/**
 * A folder, made where it is missing.
 * @throws LibraryError where the key is not the one of what is there
 */
export async function openFolderPlace(folder: string, key?: PlaceKey): Promise<BackupPlace> {
  return openPlace(await openFolderFiles(folder), key)
}

/** A bucket, as {@link openFolderPlace}; `scratchFolder` is this machine's. */
export async function openS3Place(
  place: S3Place,
  scratchFolder: string,
  key?: PlaceKey,
): Promise<BackupPlace> {
  return openPlace(await openS3Files(place, scratchFolder), key)
}

async function openPlace(files: PlaceFiles, key: PlaceKey | undefined): Promise<BackupPlace> {
  const cipher = await findCipher(files, key)
  const documents = cipher ? sealDocuments(files, cipher) : files
  const pathOf = (name: string): string => `${manifests}/${checkedName(name)}.json`
  const { blobs } = files
  return {
    blobs: cipher ? encryptBlobs(blobs, cipher) : blobs,
    documents,
    removeOthers: async (needed, unusedForMs) => {
      const names = cipher ? new Set([...needed].map(cipher.storedAs)) : needed
      let removed = 0
      for await (const { sha256 } of blobs.list())
        if (!names.has(sha256) && (await blobs.remove(sha256, unusedForMs))) removed += 1
      return removed
    },
    list: async () => namesIn(await documents.list(manifests)),
    read: async (name) => readManifest(name, (await documents.read(pathOf(name)))?.toString()),
    write: (manifest) => documents.write(pathOf(manifest.name), Buffer.from(JSON.stringify(manifest))),
    remove: (name) => documents.remove(pathOf(name)),
  }
}

function sealDocuments(files: PlaceFiles, cipher: Cipher): PlaceDocuments {
  const extension = '.age'
  return {
    list: async (folder) =>
      (await files.list(folder))
        .filter((name) => name.endsWith(extension))
        .map((name) => name.slice(0, -extension.length)),
    read: async (path) => {
      const sealed = await files.read(path + extension)
      return sealed && openBytes(cipher, sealed)
    },
    write: async (path, bytes) => files.write(path + extension, await sealBytes(cipher, bytes)),
    remove: (path) => files.remove(path + extension),
  }
}

/** What seals a place: the key that lies in it, which the passphrase opens. */
async function findCipher(files: PlaceFiles, key: PlaceKey | undefined): Promise<Cipher | undefined> {
  const sealed = await files.read(keyFile)
  if (!key) {
    if (!sealed) return undefined
    throw new BackupError('backups_encrypted')
  }
  if (!sealed && namesIn(await files.list(manifests)).length > 0)
    throw new BackupError('backups_not_encrypted')
  // Nothing is there to be read, and nothing is made where somebody only looks.
  if (!sealed && !key.isForNew) return undefined
  const { identity, sealed: file } = await unlock({ passphrase: key.passphrase, sealed })
  if (identity === undefined) throw new BackupError('backup_key_wrong')
  if (!sealed) await files.write(keyFile, file)
  return createCipher(identity)
}

async function sealBytes(cipher: Cipher, bytes: Uint8Array): Promise<Buffer> {
  return buffer(Readable.from([bytes]).pipe(await cipher.seal()))
}

/** Empty where it is damaged, which no manifest is. */
async function openBytes(cipher: Cipher, bytes: Uint8Array): Promise<Buffer> {
  return buffer(Readable.from([bytes]).pipe(cipher.open())).catch(() => Buffer.alloc(0))
}

/** Whoever types a name may type anything. */
function checkedName(name: string): string {
  if (!BackupName.safeParse(name).success) throw new BackupError('backup_not_found', { name })
  return name
}

/** Names of backups, oldest first, among those of documents; of sealed ones there are none. */
export function namesIn(documents: readonly string[]): string[] {
  const extension = '.json'
  return documents
    .filter((name) => name.endsWith(extension))
    .map((name) => name.slice(0, -extension.length))
    .filter((name) => BackupName.safeParse(name).success)
    .toSorted()
}
