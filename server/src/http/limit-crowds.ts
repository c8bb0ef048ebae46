import { ApiError } from '@cartouche/contract'
import type { Services } from '../ground/services.ts'

/** What strangers ask for: who has come in already goes before who comes. */
export type CrowdRank = 'begun' | 'inside' | 'coming'

/**
 * Does a stranger's work when its turn comes.
 * @throws server_busy with seconds, before anything is begun, where that would be too late; the signal's
 * reason where they left before
 */
export type CrowdLimit = <T>(rank: CrowdRank, signal: AbortSignal, work: () => Promise<T>) => Promise<T>

export interface CrowdOptions {
  readonly log: Pick<Services['log'], 'warn'>
  /** How late this process is for everything, milliseconds. */
  readonly delayMs: () => number
  readonly atOnce?: number
  /** Longest that who comes waits for an answer before they are refused, and who is inside. */
  readonly maxWaitMs?: Readonly<Record<CrowdRank, number>>
}

const ranks: readonly CrowdRank[] = ['begun', 'inside', 'coming']
/** Fewer than the connections to the database, so that those who work here find some free. */
const defaultAtOnce = 10
const defaultMaxWaitMs = { begun: 6000, inside: 6000, coming: 2000 } as const
/** Who was let wait is not sent away for being a little late. */
const graceMs = 1000
/** Between the ends of two works while all turns are taken, before any was seen; and what one more counts. */
const firstPaceMs = 2
const weight = 0.02
const maxPaceMs = 1000
/** Without any end for so long, everything stands still. */
const standsStillAfterMs = 2000
/** Who opens a share waits for two turns: to be known, and to be answered. */
const turnsEach = 2
const [minRetryMs, maxRetryMs] = [2000, 60_000]
const tellEveryMs = 10_000

/**
 * Lets strangers' work wait in turn, at most `atOnce` at a time, so that those who work here are answered as
 * before. Who would wait for too long is refused at once, and told a moment of their own to try again: a
 * crowd that is told one and the same comes back as a crowd. Who was let wait and still is too late is
 * refused then.
 * @source decision 0223
 */
export function createCrowdLimit({
  log,
  delayMs,
  atOnce = defaultAtOnce,
  maxWaitMs = defaultMaxWaitMs,
}: CrowdOptions): CrowdLimit {
  type Queue = Set<() => void>
  const queues: Record<CrowdRank, Queue> = { begun: new Set(), inside: new Set(), coming: new Set() }
  const started = new Set<symbol>()
  let paceMs = firstPaceMs
  let lastEndMs = 0
  let nextTurnMs = 0
  let refused = 0
  let toldMs = -Infinity

  const expectedWaitMs = (rank: CrowdRank, now: number): number => {
    if (started.size < atOnce) return delayMs()
    const before = ranks.slice(0, ranks.indexOf(rank) + 1).reduce((sum, one) => sum + queues[one].size, 0)
    const stillMs = now - lastEndMs
    return delayMs() + Math.max((before + 1) * paceMs, stillMs > standsStillAfterMs ? stillMs : 0)
  }
  const refuse = (now: number): ApiError => {
    refused += 1
    nextTurnMs = Math.max(nextTurnMs, now + minRetryMs) + turnsEach * paceMs
    if (now - toldMs > tellEveryMs) {
      log.warn({ refused }, 'More people than can be answered soon: some are told to try again')
      toldMs = now
      refused = 0
    }
    return new ApiError('server_busy', { seconds: Math.ceil(Math.min(nextTurnMs - now, maxRetryMs) / 1000) })
  }
  const begin = (): symbol => {
    const one = Symbol('turn')
    started.add(one)
    if (started.size === atOnce) lastEndMs = performance.now()
    return one
  }
  const end = (one: symbol): void => {
    const now = performance.now()
    if (started.size === atOnce) paceMs += weight * (Math.min(now - lastEndMs, maxPaceMs) - paceMs)
    lastEndMs = now
    started.delete(one)
    const [next] = queues[ranks.find((rank) => queues[rank].size > 0) ?? 'begun']
    next?.()
  }
  const turn = (rank: CrowdRank, signal: AbortSignal): Promise<symbol> | symbol => {
    const now = performance.now()
    if (expectedWaitMs(rank, now) > maxWaitMs[rank]) throw refuse(now)
    if (started.size < atOnce) return begin()
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(late)
        queues[rank].delete(start)
        signal.removeEventListener('abort', giveUp)
      }
      const giveUp = (): void => {
        leave()
        reject(signal.aborted ? (signal.reason as Error) : refuse(performance.now()))
      }
      const start = (): void => {
        leave()
        resolve(begin())
      }
      const late = setTimeout(giveUp, maxWaitMs[rank] + graceMs)
      signal.addEventListener('abort', giveUp, { once: true })
      queues[rank].add(start)
    })
  }
  return async (rank, signal, work) => {
    const one = await turn(rank, signal)
    try {
      return await work()
    } finally {
      end(one)
    }
  }
}
