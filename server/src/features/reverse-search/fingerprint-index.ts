import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Database } from '../../ground/database/database.ts'
import { readFingerprintChanges, type FingerprintChanges } from './fingerprints.sql.ts'
import { pictureWords, wordsOf, type NearHash } from './scan-hashes.ts'

/** A picture that may be alike: the id of its fingerprint, and how its hashes overlap with those wanted. */
export type Candidate = Omit<NearHash, 'row'> & { readonly id: number }

/** The hashes of all pictures in the memory of this server. */
export interface FingerprintIndex {
  /** The pictures whose hashes are nearest to those of a fingerprint, as committed now; nearest first. */
  findCandidates(database: Database, fingerprint: Uint8Array, max: number): Promise<Candidate[]>
  close(): Promise<void>
}

declare module '../../ground/services.ts' {
  interface Services {
    readonly fingerprintIndex: FingerprintIndex
  }
}

/** What a thread is sent: a chunk that is its own to scan, or what to look for in all of them. */
export type ScanOrder =
  | { readonly kind: 'chunk'; readonly chunk: number; readonly hashes: SharedArrayBuffer }
  | {
      readonly kind: 'scan'
      readonly request: number
      readonly wanted: Uint32Array
      readonly counts: readonly number[]
      readonly max: number
    }

/** What a thread found. */
export interface ScanReply {
  readonly request: number
  readonly near: readonly (NearHash & { readonly chunk: number })[]
}

/** Pictures of a chunk: 2.4 MB of hashes. */
const chunkRows = 16_384

interface Chunk {
  readonly ids: Float64Array
  readonly words: Uint32Array
  count: number
}

/**
 * Creates an index that is loaded at the first question, and follows the table at every other: whoever never
 * searches pays nothing. Chunks are scanned by threads, one a core, in memory that they share.
 * @source decision 0166
 */
export function createFingerprintIndex(): FingerprintIndex {
  const chunks: Chunk[] = []
  const threads = createScanThreads()
  let seen: FingerprintChanges = { rows: [], horizon: '0' }
  let refreshing = Promise.resolve()

  const add = (id: number, fingerprint: Uint8Array): void => {
    let chunk = chunks.at(-1)
    if (!chunk || chunk.count === chunkRows) {
      const hashes = new SharedArrayBuffer(chunkRows * pictureWords * 4)
      chunk = { ids: new Float64Array(chunkRows), words: new Uint32Array(hashes), count: 0 }
      threads.add(chunks.push(chunk) - 1, hashes)
    }
    chunk.ids[chunk.count] = id
    chunk.words.set(wordsOf(fingerprint), chunk.count * pictureWords)
    chunk.count += 1
  }
  const refresh = async (database: Database): Promise<void> => {
    // Rows of transactions that were running then are read a second time.
    const known = new Set(seen.rows.map(({ id, xid }) => `${id}/${xid}`))
    seen = await readFingerprintChanges(database, seen.horizon, ({ id, xid, fingerprint }) => {
      if (!known.has(`${id}/${xid}`)) add(id, fingerprint)
    })
  }
  return {
    findCandidates: async (database, fingerprint, max) => {
      refreshing = refreshing.catch(() => {}).then(() => refresh(database))
      await refreshing
      const counts = chunks.map(({ count }) => count)
      const near = await threads.scan(wordsOf(fingerprint), counts, max)
      return near.map(({ chunk, row, ...overlap }) => ({ ...overlap, id: chunks[chunk]?.ids[row] ?? 0 }))
    },
    close: () => threads.close(),
  }
}

interface ScanThreads {
  add(chunk: number, hashes: SharedArrayBuffer): void
  scan(wanted: Uint32Array, counts: readonly number[], max: number): Promise<ScanReply['near'][number][]>
  close(): Promise<void>
}

/** Threads that start with the first chunk. */
function createScanThreads(): ScanThreads {
  const threads: ScanThread[] = []
  return {
    add: (chunk, hashes) => {
      if (threads.length < availableParallelism()) threads.push(startScanThread())
      threads[chunk % threads.length]?.send({ kind: 'chunk', chunk, hashes })
    },
    scan: async (wanted, counts, max) => {
      const found = await Promise.all(threads.map((thread) => thread.scan(wanted, counts, max)))
      return found
        .flat()
        .sort((a, b) => a.apart - b.apart)
        .slice(0, max)
    },
    close: async () => {
      await Promise.all(threads.splice(0).map((thread) => thread.close()))
    },
  }
}

interface ScanThread {
  send(order: ScanOrder): void
  scan(wanted: Uint32Array, counts: readonly number[], max: number): Promise<ScanReply['near']>
  close(): Promise<void>
}

function startScanThread(): ScanThread {
  const worker = new Worker(new URL('scan-hashes.thread.ts', import.meta.url))
  const waiting = new Map<number, PromiseWithResolvers<ScanReply['near']>>()
  let requests = 0
  worker.unref()
  worker.on('message', ({ request, near }: ScanReply) => {
    waiting.get(request)?.resolve(near)
    waiting.delete(request)
  })
  const fail = (error: Error): void => {
    for (const one of waiting.values()) one.reject(error)
    waiting.clear()
  }
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('A thread that compares pictures has ended')))
  const send = (order: ScanOrder): void => worker.postMessage(order)
  return {
    send,
    scan: (wanted, counts, max) => {
      const request = requests++
      const answer = Promise.withResolvers<ScanReply['near']>()
      waiting.set(request, answer)
      send({ kind: 'scan', request, wanted, counts, max })
      return answer.promise
    },
    close: async () => {
      await worker.terminate()
    },
  }
}
