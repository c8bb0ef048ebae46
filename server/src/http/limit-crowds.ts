import { ApiError } from '@cartouche/contract'
import type { Services } from '../ground/services.ts'

/** In which order anonymous requests are served: visitors who are inside go before those who arrive. */
export type CrowdRank = 'begun' | 'inside' | 'arriving'

/**
 * Does the work of an anonymous request when its turn comes.
 * @throws server_busy with seconds, before anything is begun, where that would be too late; the signal's
 * reason where they left before
 */
export type CrowdLimit = <T>(rank: CrowdRank, signal: AbortSignal, work: () => Promise<T>) => Promise<T>

export interface CrowdOptions {
  readonly log: Pick<Services['log'], 'warn'>
  /** How late this process is for everything, milliseconds. */
  readonly delayMs: () => number
  readonly atOnce?: number
  /** A request that is expected to wait longer is refused, milliseconds. */
  readonly maxWaitMs?: Readonly<Record<CrowdRank, number>>
}

const ranks: readonly CrowdRank[] = ['begun', 'inside', 'arriving']
/** Fewer than the connections to the database, so that signed-in people find some free. */
const defaultAtOnce = 10
const defaultMaxWaitMs = { begun: 6000, inside: 6000, arriving: 2000 } as const
/** A request that was let wait is not refused for being a little late. */
const graceMs = 1000
/** Between two ends while all turns are taken, until it is measured; and what each measurement counts. */
const firstPaceMs = 2
const weight = 0.02
const maxPaceMs = 1000
/** Where nothing has ended for so long, everything stands still. */
const standsStillAfterMs = 2000
/** Opening a share takes two turns: one to identify the visitor, one to answer. */
const turnsEach = 2
const [minRetryMs, maxRetryMs] = [2000, 60_000]
const logEveryMs = 10_000

/**
 * Serves anonymous requests in turn, at most `atOnce` at a time, so that signed-in people are answered as
 * before. A request that would wait too long is refused at once with a time of its own for the next try:
 * visitors who all get the same time come back as a crowd. One that was let wait and is still too late
 * is refused then.
 * @source decision 0223
 */
export function createCrowdLimit({
  log,
  delayMs,
  atOnce = defaultAtOnce,
  maxWaitMs = defaultMaxWaitMs,
}: CrowdOptions): CrowdLimit {
  type Queue = Set<() => void>
  const queues: Record<CrowdRank, Queue> = { begun: new Set(), inside: new Set(), arriving: new Set() }
  const started = new Set<symbol>()
  let paceMs = firstPaceMs
  let lastEndMs = 0
  let nextTurnMs = 0
  let refused = 0
  let loggedMs = -Infinity

  const expectedWaitMs = (rank: CrowdRank, now: number): number => {
    if (started.size < atOnce) return delayMs()
    const before = ranks.slice(0, ranks.indexOf(rank) + 1).reduce((sum, one) => sum + queues[one].size, 0)
    const stillMs = now - lastEndMs
    return delayMs() + Math.max((before + 1) * paceMs, stillMs > standsStillAfterMs ? stillMs : 0)
  }
  const refuse = (now: number): ApiError => {
    refused += 1
    nextTurnMs = Math.max(nextTurnMs, now + minRetryMs) + turnsEach * paceMs
    if (now - loggedMs > logEveryMs) {
      log.warn({ refused }, 'More people than can be answered soon: some are asked to try again')
      loggedMs = now
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
