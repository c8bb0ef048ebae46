import { setTimeout as sleep } from 'node:timers/promises'
import { Readable } from 'node:stream'
import type { BlobStore, HeldBlob } from '../../ground/blobs/blob-store.ts'
import { findFault } from '../../ground/blobs/find-fault.ts'
import type { Database } from '../../ground/database/database.ts'
import { keepRun } from '../../ground/maintenance/keep-run.ts'
import { selectLastPart, type RunFault } from '../../ground/maintenance/runs.sql.ts'
import { countBlobs, selectBlobs, selectBlobsAfter, selectUnknown, selectUses } from './verify-blobs.sql.ts'

/** Parts of a round begin this often: see its task. */
export const partMs = 600_000

export interface PartOptions {
  /** Of the database that gives sessions. */
  readonly url: string
  /** In how many days all files are to be read. */
  readonly days: number
  readonly maxBytesPerSecond: number
  readonly signal?: AbortSignal | undefined
}

const dayMs = 86_400_000
const pageSize = 100
/** Of the time between two parts, what one may take: a library that is larger takes more days. */
const mostMs = partMs * 0.8

/**
 * Reads and hashes the next of all files, as many as a round in so many days asks of one part, slowly, and
 * keeps what it found with how far it is. What was missing or damaged before is looked at again, until it is
 * well or nobody's any more.
 * @throws RunUnderway; Error of a store or a database that fails; the signal's reason
 * @source decision 0228
 */
export async function verifyPart(
  { database, blobs }: { readonly database: Database; readonly blobs: Pick<BlobStore, 'open'> },
  { url, days, maxBytesPerSecond, signal }: PartOptions,
): Promise<void> {
  await keepRun({ url, kind: 'verify', signal }, async (report) => {
    const last = await selectLastPart(database)
    const all = await countBlobs(database)
    const figures: Figures = {
      ...all,
      checked: last?.position ? (last.figures['checked'] ?? 0) : 0,
      checkedBytes: last?.position ? (last.figures['checkedBytes'] ?? 0) : 0,
      roundEndedMs: last?.figures['roundEndedMs'] ?? 0,
    }
    const parts = (days * dayMs) / partMs
    const budget = { files: Math.ceil(all.allFiles / parts), bytes: Math.ceil(all.allBytes / parts) }
    const slowly = { open: slowDown(blobs, maxBytesPerSecond, signal) }
    const until = performance.now() + mostMs
    const faults: RunFault[] = []
    const look = async (held: HeldBlob): Promise<void> => {
      signal?.throwIfAborted()
      const fault = await faultOf(database, slowly, held)
      if (fault) faults.push(fault)
    }
    for (const held of await selectBlobs(database, last?.faults.map(({ sha256 }) => sha256) ?? []))
      await look(held)
    const known = new Set(faults.map(({ sha256 }) => sha256))
    let position = last?.position ?? ''
    const done = { files: 0, bytes: 0 }
    for (let isEnd = false; !isEnd;) {
      const page = await selectBlobsAfter(database, position, pageSize)
      for (const held of page) {
        if (!known.has(held.sha256)) await look(held)
        position = held.sha256
        figures.checked += 1
        figures.checkedBytes += held.sizeBytes
        done.files += 1
        done.bytes += held.sizeBytes
        report({ ...figures, missing: faults.length })
        isEnd = (done.files >= budget.files && done.bytes >= budget.bytes) || performance.now() > until
        if (isEnd) break
      }
      if (page.length > 0) continue
      isEnd = true
      position = ''
      figures.roundEndedMs = Date.now()
    }
    return {
      outcome: faults.length === 0 ? 'done' : 'faults',
      figures: { ...figures, missing: faults.length },
      faults,
      position: position || null,
    }
  })
}

interface Figures {
  allFiles: number
  allBytes: number
  /** Of this round. */
  checked: number
  checkedBytes: number
  /** When the last round ended; 0: none did. */
  roundEndedMs: number
}

async function faultOf(
  database: Database,
  blobs: Pick<BlobStore, 'open'>,
  held: HeldBlob,
): Promise<RunFault | undefined> {
  const { sha256 } = held
  const reason = await findFault(blobs, held)
  // What was deleted since the page was read is no fault.
  if (reason === undefined || (await selectUnknown(database, [sha256])).length > 0) return undefined
  return { sha256, reason, uses: await selectUses(database, sha256) }
}

/** How late a timer must be for this process to count as busy, and how long it is left alone then. */
const busyMs = 100
const restMs = 2000

/** Reads no more than so many bytes a second, and not while this process has other things to do. */
function slowDown(
  blobs: Pick<BlobStore, 'open'>,
  maxBytesPerSecond: number,
  signal: AbortSignal | undefined,
): BlobStore['open'] {
  const wait = async (ms: number): Promise<void> => {
    const beganAt = performance.now()
    await sleep(ms, undefined, { signal })
    if (performance.now() - beganAt > ms + busyMs) await sleep(restMs, undefined, { signal })
  }
  return (sha256, part) =>
    Readable.from(
      (async function* pieces() {
        for await (const piece of blobs.open(sha256, part) as AsyncIterable<Buffer>) {
          await wait((1000 * piece.length) / maxBytesPerSecond)
          yield piece
        }
      })(),
      { objectMode: false },
    )
}
