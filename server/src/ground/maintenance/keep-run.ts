import pg from 'pg'
import { LibraryError } from '../database/find-database.ts'
import { failureOf } from './run-failure.ts'
import {
  finishRun,
  insertRun,
  runKinds,
  takeRunLock,
  updateRun,
  type RunFault,
  type RunKind,
} from './runs.sql.ts'

/** What a run came to. */
export interface RunEnd {
  readonly outcome: 'done' | 'faults'
  readonly backup?: string | undefined
  readonly figures: Readonly<Record<string, number>>
  /** What could not be done beside it. */
  readonly error?: Error | undefined
  readonly faults?: readonly RunFault[]
  /** How far a round is. */
  readonly position?: string | null
}

/** Another process of this library is at the same. */
export class RunUnderway extends LibraryError {
  override name = 'RunUnderway'
}

const underway: Record<RunKind, string> = {
  backup: 'Another backup of this library is being made.',
  check: 'A backup of this library is being checked already.',
  verify: 'The files of this library are being read already.',
}

export interface RunOptions {
  /** Of the database that gives sessions. */
  readonly url: string
  readonly kind: RunKind
  /** Where the backup goes, or is. */
  readonly place?: string | undefined
  readonly signal?: AbortSignal | undefined
}

const reportEveryMs = 1000
const maxKeptFaults = 100
const maxMessage = 1000

/**
 * Does what looks after a library, and keeps what it came to in its database: that it is under way, how far
 * it is, and how it ended. Only one of a kind is under way at a time, on whichever server; the one of an
 * older version of the library, which has no place for it, is not kept.
 * @param work reports how far it is by the function that it is given
 * @throws RunUnderway; what `work` throws, which is kept as its failure
 * @source decision 0228
 */
export async function keepRun<End extends RunEnd>(
  { url, kind, place, signal }: RunOptions,
  work: (report: (figures: Readonly<Record<string, number>>) => void) => Promise<End>,
): Promise<End> {
  const session = new pg.Client({
    connectionString: url,
    application_name: `cartouche ${kind}`,
    keepAlive: true,
  })
  // One that is lost leaves an open run without its lock, which is shown as stopped.
  session.on('error', () => {})
  await session.connect()
  try {
    const { rows } = await session.query<{ taken: boolean; isKept: boolean }>(takeRunLock, [
      runKinds.indexOf(kind),
    ])
    if (!rows[0]?.taken) throw new RunUnderway(underway[kind])
    return rows[0].isKept ? await writeRun(session, { kind, place, signal }, work) : await work(() => {})
  } finally {
    await session.end().catch(() => {})
  }
}

async function writeRun<End extends RunEnd>(
  session: pg.Client,
  { kind, place, signal }: Omit<RunOptions, 'url'>,
  work: (report: (figures: Readonly<Record<string, number>>) => void) => Promise<End>,
): Promise<End> {
  const { rows } = await session.query<{ id: string }>(insertRun, [kind, place ?? null])
  const id = rows[0]?.id
  let last: Readonly<Record<string, number>> = {}
  let reportedAtMs = Number.NEGATIVE_INFINITY
  const report = (figures: Readonly<Record<string, number>>): void => {
    last = figures
    if (performance.now() - reportedAtMs < reportEveryMs) return
    reportedAtMs = performance.now()
    void session.query(updateRun, [id, JSON.stringify(figures)]).catch(() => {})
  }
  try {
    const end = await work(report)
    const { outcome, backup = null, figures, error, faults = [], position = null } = end
    const kept = JSON.stringify(faults.slice(0, maxKeptFaults))
    const figuresText = JSON.stringify(figures)
    await session.query(finishRun, [id, outcome, backup, figuresText, ...wordsOf(error), kept, position])
    return end
  } catch (error) {
    const outcome = signal?.aborted ? 'stopped' : 'failed'
    await session
      .query(finishRun, [id, outcome, null, JSON.stringify(last), ...wordsOf(error), '[]', null])
      .catch(() => {})
    throw error
  }
}

/** The system's own words for an error, and what the error table has for it. */
function wordsOf(error: unknown): readonly [string | null, string | null] {
  if (!(error instanceof Error)) return [null, null]
  const failure = failureOf(error)
  return [error.message.slice(0, maxMessage), failure && JSON.stringify(failure)]
}
