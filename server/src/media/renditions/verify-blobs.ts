import type { BlobStore, HeldBlob } from '../../ground/blobs/blob-store.ts'
import { findFault } from '../../ground/blobs/find-fault.ts'
import type { Database } from '../../ground/database/database.ts'
import { blobGraceMs } from './sweep-blobs.ts'
import { selectBlobsAfter, selectUnknown, selectUses } from './verify-blobs.sql.ts'

/** A file that the store should hold and does not, or not as it was. */
export type BlobFault = {
  readonly sha256: string
  /** As `findFault` says it. */
  readonly reason: string
  /** What it is, as `the original sea.jpg of asset 12`; empty: nothing but an import or the trash has it. */
  readonly uses: readonly string[]
  /** Whether it was brought back from the other store. */
  readonly isRepaired: boolean
}

export type VerifyProgress = {
  checked: number
  checkedBytes: number
  faults: number
  /** Of the faults. */
  repaired: number
  /** Files that the database does not know, and their bytes. */
  unknown: number
  unknownBytes: number
  /** Those of them that were deleted. */
  deleted: number
}

export type VerifyOptions = {
  /** A store with the same files: a copy, or where they were before. */
  readonly repairFrom?: BlobStore | undefined
  /**
   * Whether files that the database does not know are deleted, once older than the grace period. Where not
   * `mayDelete`, none is.
   */
  readonly deletesUnknown?: boolean
  /** Of files that the database does not know. */
  readonly graceMs?: number
  /** Ends it between two files. */
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: VerifyProgress) => void
  readonly onFault?: (fault: BlobFault) => void
}

const pageSize = 500

/**
 * Compares the database with the blob store, while both are in use: reads every blob and hashes it, and finds
 * what the database does not know. Without options it changes nothing.
 * @throws Error of a store or a database that fails; the signal's reason
 * @source decision 0182
 */
export async function verifyBlobs(
  { database, blobs }: { readonly database: Database; readonly blobs: BlobStore },
  options: VerifyOptions = {},
): Promise<{ readonly progress: VerifyProgress; readonly faults: readonly BlobFault[] }> {
  const { signal, onProgress = () => {}, onFault = () => {} } = options
  const progress: VerifyProgress = {
    checked: 0,
    checkedBytes: 0,
    faults: 0,
    repaired: 0,
    unknown: 0,
    unknownBytes: 0,
    deleted: 0,
  }
  const faults: BlobFault[] = []
  for await (const held of knownBlobs(database)) {
    signal?.throwIfAborted()
    const reason = await findFault(blobs, held)
    // What was deleted since the page was read is no fault.
    if (reason !== undefined && (await selectUnknown(database, [held.sha256])).length === 0) {
      const isRepaired = await repair(blobs, held, options.repairFrom)
      const fault = { sha256: held.sha256, reason, uses: await selectUses(database, held.sha256), isRepaired }
      faults.push(fault)
      progress.faults += 1
      if (isRepaired) progress.repaired += 1
      onFault(fault)
    }
    progress.checked += 1
    progress.checkedBytes += held.sizeBytes
    onProgress(progress)
  }
  const deletesUnknown = options.deletesUnknown && mayDelete(progress)
  await findUnknown(database, blobs, progress, { ...options, deletesUnknown })
  return { progress, faults }
}

/**
 * Whether a store is that of the database, as far as one can see: all that it should hold is there. What
 * another library keeps is unknown to this one.
 */
export function mayDelete({ checked, faults, repaired }: VerifyProgress): boolean {
  return checked > 0 && faults === repaired
}

async function* knownBlobs(database: Database): AsyncGenerator<HeldBlob> {
  for (let after = ''; ;) {
    const page = await selectBlobsAfter(database, after, pageSize)
    yield* page
    const last = page.at(-1)
    if (!last) return
    after = last.sha256
  }
}

/** What is damaged makes way for a good copy alone. */
async function repair(blobs: BlobStore, held: HeldBlob, source: BlobStore | undefined): Promise<boolean> {
  if (!source || (await findFault(source, held)) !== undefined) return false
  await blobs.remove(held.sha256, 0)
  const { sha256, sizeBytes } = held
  await blobs.write(source.open(sha256, { sizeBytes }), { maxSizeBytes: sizeBytes })
  return (await findFault(blobs, held)) === undefined
}

async function findUnknown(
  database: Database,
  blobs: BlobStore,
  progress: VerifyProgress,
  { deletesUnknown = false, graceMs = blobGraceMs, signal, onProgress = () => {} }: VerifyOptions,
): Promise<void> {
  const look = async (page: Map<string, number>): Promise<void> => {
    for (const sha256 of await selectUnknown(database, [...page.keys()])) {
      progress.unknown += 1
      progress.unknownBytes += page.get(sha256) ?? 0
      // An upload of the same bytes makes the file new, which keeps it.
      if (deletesUnknown && (await blobs.remove(sha256, graceMs))) progress.deleted += 1
    }
    page.clear()
    onProgress(progress)
  }
  const page = new Map<string, number>()
  for await (const { sha256, sizeBytes } of blobs.list()) {
    signal?.throwIfAborted()
    page.set(sha256, sizeBytes)
    if (page.size === pageSize) await look(page)
  }
  await look(page)
}
