import { Worker } from 'node:worker_threads'
import type { Changes } from '../../../ground/changes.ts'
import type { Log } from '../../../ground/log.ts'
import type { CountQuestion, RevisionQuestion } from './column-store.ts'
import type { ColumnCounts } from './column-table.ts'
import type { Revisions } from './revision-column.ts'
import type { LearnedWords, UnknownWords } from './word-sets.ts'

/** What the thread is asked. */
export interface ColumnRequest {
  readonly id: number
  readonly question: { readonly count: CountQuestion } | { readonly revisions: RevisionQuestion }
  /**
   * The number of changes that were heard of before it was asked: whoever has answered one of the same number
   * is up to date. Undefined where changes cannot be heard.
   */
  readonly epoch: number | undefined
}

/** What it is given or asked. */
export type ColumnMessage = ColumnRequest | { readonly learn: LearnedWords }

/** What it finds: what it was asked for, or words of the question whose rows it does not know. */
export interface ColumnAnswer {
  readonly counts?: ColumnCounts
  readonly revisions?: readonly Revisions[]
  readonly unknown?: readonly UnknownWords[]
}

/** Reads the rows that have some words of a resource, packed, from the database that the numbers are of. */
export type ReadWords = (resource: string, unknown: UnknownWords) => Promise<Uint8Array>

/** What the thread says: `ready` when it can answer, `lost` when it can no longer. */
export type ColumnReply =
  | { readonly kind: 'ready'; readonly sizeBytes: number }
  | { readonly kind: 'lost'; readonly reason: string }
  | { readonly kind: 'failed'; readonly id: number; readonly reason: string }
  | { readonly kind: 'answered'; readonly id: number; readonly answer: ColumnAnswer }

/** The numbers of the projection while they are loaded into the memory of this process. */
export interface LoadedColumns {
  /** Settles when the numbers are loaded for the first time; with their size in bytes. */
  readonly loaded: Promise<number>
  stop(): Promise<void>
}

/**
 * The numbers of the projection in the memory of this process, once they are started. They know what is
 * committed: a search within a transaction goes without them.
 * @source decision 0012
 */
export interface SearchColumns {
  /**
   * Loads the numbers into a thread of this process, in the background, and keeps them. Until they are there,
   * and whenever they are not, the database counts.
   */
  start(url: string, log: Log): LoadedColumns
  isReady(): boolean
  /**
   * Counts as of now; undefined where that cannot be. The rows that have some words are read once, and kept
   * right while those words are asked for.
   */
  count(question: CountQuestion, readWords: ReadWords): Promise<ColumnCounts | undefined>
  /**
   * Revisions of rows as of now, for each condition of those that it holds for; undefined where that cannot
   * be.
   */
  revisions(question: RevisionQuestion): Promise<readonly Revisions[] | undefined>
}

declare module '../../../ground/services.ts' {
  interface Services {
    readonly searchColumns: SearchColumns
  }
}

interface Thread {
  readonly worker: Worker
  readonly waiting: Map<number, (answer: ColumnAnswer | undefined) => void>
  /** Words that are being read, by their token. */
  readonly learning: Map<string, Promise<void>>
  isReady: boolean
  hasFailed: boolean
}

const restartAfterMs = 1000
/** Beside the arrays, which are no part of it, the thread holds only what is on its way. */
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 96 }

/**
 * Creates the place of the numbers; nothing is loaded yet. Without changes to hear, the database is asked for
 * them at each question.
 */
export function createSearchColumns(changes?: Changes): SearchColumns {
  let thread: Thread | undefined
  let nextId = 0
  const ask = async (
    asked: Thread | undefined,
    question: ColumnRequest['question'],
  ): Promise<ColumnAnswer | undefined> => {
    if (!asked?.isReady) return undefined
    await changes?.catchUp()
    const epoch = changes?.searchEpoch()
    if (!asked.isReady) return undefined
    return new Promise((resolve) => {
      const id = nextId++
      asked.waiting.set(id, resolve)
      asked.worker.postMessage({ id, question, epoch } satisfies ColumnMessage)
    })
  }
  return {
    start: (url, log) =>
      startThread(url, log, (started) => {
        thread = started
      }),
    isReady: () => thread?.isReady ?? false,
    count: async (question, readWords) => {
      const asked = thread
      const answer = await ask(asked, { count: question })
      if (!asked || !answer?.unknown) return answer?.counts
      await Promise.all(answer.unknown.map((words) => teach(asked, question.resource, words, readWords)))
      return (await ask(asked, { count: question }))?.counts
    },
    revisions: async (question) => (await ask(thread, { revisions: question }))?.revisions,
  }
}

/** Whoever asks for words that are being read waits for that, and reads them where that failed. */
function teach(
  { worker, learning }: Thread,
  resource: string,
  unknown: UnknownWords,
  readWords: ReadWords,
): Promise<void> {
  const { token } = unknown
  const read = async (): Promise<void> => {
    try {
      // A copy: small values of the database lie in memory that others use, too.
      const packed = new Uint8Array(await readWords(resource, unknown))
      worker.postMessage({ learn: { ...unknown, resource, packed } } satisfies ColumnMessage, [packed.buffer])
    } finally {
      learning.delete(token)
    }
  }
  const running = learning.get(token)
  if (running) return running.catch(read)
  const begun = read()
  learning.set(token, begun)
  return begun
}

/** Keeps a thread running; `use` gets each that is started, and nothing when they are stopped. */
function startThread(url: string, log: Log, use: (thread: Thread | undefined) => void): LoadedColumns {
  const loaded = Promise.withResolvers<number>()
  let isStopping = false
  const start = (): Worker => {
    const worker = new Worker(new URL('columns.thread.ts', import.meta.url), {
      workerData: { url },
      resourceLimits,
    })
    const thread: Thread = {
      worker,
      waiting: new Map(),
      learning: new Map(),
      isReady: false,
      hasFailed: false,
    }
    use(thread)
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
      use(undefined)
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
  const resolve = waiting.get(id)
  waiting.delete(id)
  resolve?.(answer)
}

/** The database answers what was asked. */
function forget(thread: Thread): void {
  thread.isReady = false
  for (const id of thread.waiting.keys()) settle(thread, id, undefined)
}
