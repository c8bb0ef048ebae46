import { Worker } from 'node:worker_threads'
import type { Log } from '../../../ground/log.ts'
import type { Database } from '../../../ground/database/database.ts'
import type { CountQuestion, RevisionQuestion } from './column-store.ts'
import type { ColumnCounts } from './column-table.ts'
import type { Revisions } from './revision-column.ts'

/** What the thread is asked. */
export interface ColumnRequest {
  readonly id: number
  readonly question: { readonly count: CountQuestion } | { readonly revisions: RevisionQuestion }
}

/** What it finds: what it was asked for. */
export interface ColumnAnswer {
  readonly counts?: ColumnCounts
  readonly revisions?: readonly Revisions[]
}

/** What the thread says: `ready` when it can answer, `lost` when it can no longer. */
export type ColumnReply =
  | { readonly kind: 'ready'; readonly sizeBytes: number }
  | { readonly kind: 'lost'; readonly reason: string }
  | { readonly kind: 'failed'; readonly id: number; readonly reason: string }
  | { readonly kind: 'answered'; readonly id: number; readonly answer: ColumnAnswer }

/** The numbers of the projection in the memory of this process. */
export interface Columns {
  /** Settles when the numbers are loaded for the first time; with their size in bytes. */
  readonly loaded: Promise<number>
  stop(): Promise<void>
}

interface Thread {
  readonly worker: Worker
  readonly waiting: Map<number, (answer: ColumnAnswer | undefined) => void>
  isReady: boolean
  hasFailed: boolean
}

const threads = new WeakMap<Database, Thread>()
const restartAfterMs = 1000
/** Beside the arrays, which are no part of it, the thread holds only what is on its way. */
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 96 }
let nextId = 0

/**
 * Loads the numbers of the projection into a thread of this process, in the background, and keeps them. Until
 * they are there, and whenever they are not, the database counts.
 * @source decision 0012
 */
export function startColumns(database: Database, url: string, log: Log): Columns {
  const loaded = Promise.withResolvers<number>()
  let isStopping = false
  const start = (): Worker => {
    const worker = new Worker(new URL('columns.thread.ts', import.meta.url), {
      workerData: { url },
      resourceLimits,
    })
    const thread: Thread = { worker, waiting: new Map(), isReady: false, hasFailed: false }
    threads.set(database, thread)
    worker.unref()
    worker.on('message', (reply: ColumnReply) => {
      if (reply.kind === 'ready') loaded.resolve(reply.sizeBytes)
      hear(thread, reply, log)
    })
    worker.on('error', (error) => hear(thread, { kind: 'lost', reason: String(error) }, log))
    worker.on('exit', () => {
      forget(thread)
      if (!isStopping)
        setTimeout(() => {
          if (!isStopping) running = start()
        }, restartAfterMs).unref()
    })
    return worker
  }
  let running = start()
  return {
    loaded: loaded.promise,
    stop: async () => {
      isStopping = true
      threads.delete(database)
      await running.terminate()
    },
  }
}

function hear(thread: Thread, reply: ColumnReply, log: Log): void {
  switch (reply.kind) {
    case 'answered':
      return settle(thread, reply.id, reply.answer)
    case 'failed':
      log.error({ reason: reply.reason }, 'the numbers in memory failed to answer; the database does')
      return settle(thread, reply.id, undefined)
    case 'ready':
      thread.isReady = true
      return
    case 'lost':
      // While the database is away, each second another try fails.
      if (thread.isReady || !thread.hasFailed)
        log.warn(
          { reason: reply.reason },
          'the numbers in memory are lost; the database counts until they are loaded again',
        )
      thread.hasFailed = true
      forget(thread)
  }
}

function settle({ waiting }: Thread, id: number, answer: ColumnAnswer | undefined): void {
  const tell = waiting.get(id)
  waiting.delete(id)
  tell?.(answer)
}

/** The database answers what was asked. */
function forget(thread: Thread): void {
  thread.isReady = false
  for (const id of thread.waiting.keys()) settle(thread, id, undefined)
}

/**
 * Whether numbers of this database are in memory. Transactions have none: what they wrote is theirs alone.
 */
export function hasColumns(database: Database): boolean {
  return threads.get(database)?.isReady ?? false
}

/** Counts in memory, as of now; undefined where that cannot be. */
export async function countInColumns(
  database: Database,
  question: CountQuestion,
): Promise<ColumnCounts | undefined> {
  return (await ask(database, { count: question }))?.counts
}

/**
 * Revisions of rows, for each condition of those that it holds for, as of now; undefined where that cannot
 * be.
 */
export async function revisionsInColumns(
  database: Database,
  question: RevisionQuestion,
): Promise<readonly Revisions[] | undefined> {
  return (await ask(database, { revisions: question }))?.revisions
}

async function ask(
  database: Database,
  question: ColumnRequest['question'],
): Promise<ColumnAnswer | undefined> {
  const thread = threads.get(database)
  if (!thread?.isReady) return undefined
  return new Promise((tell) => {
    const id = nextId++
    thread.waiting.set(id, tell)
    thread.worker.postMessage({ id, question } satisfies ColumnRequest)
  })
}
