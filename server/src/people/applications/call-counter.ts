import type { SignedIn } from '../../access/identity.ts'
import type { Services } from '../../ground/services.ts'
import { addCalls, updateLastUsed, type CallCount } from './calls.sql.ts'
import { createQuotas, dayOf } from './quotas.ts'

/** Counts what applications call, and holds them to their quotas. */
export interface ApplicationCalls {
  /**
   * Lets an application call once more.
   * @throws quota_exceeded with the seconds until it may again
   */
  admit(application: SignedIn): Promise<void>
  /** Counts a call that was answered, that failed, or that was refused as one too many. */
  note(application: SignedIn, call: string, outcome: 'answered' | 'failed' | 'refused'): void
  /** Notes that a key was used today. */
  noteKey(keyId: number): void
  /** Writes what waits. */
  flush(): Promise<void>
  /** Writes every second until the function that it gives is called, which writes the rest. */
  start(): () => Promise<void>
}

declare module '../../ground/services.ts' {
  interface Services {
    readonly applicationCalls: ApplicationCalls
  }
}

const writeEveryMs = 1000

/**
 * Counts in memory, and adds to the database every second: an answer waits for the database only before the
 * first call that an application with a quota for the day makes on this server in a day, and where one with a
 * quota for the minute needs another lot of it.
 * @source decisions 0189 and 0195
 */
export function createApplicationCalls(
  { database, log }: Pick<Services, 'database' | 'log'>,
  now: () => number = Date.now,
): ApplicationCalls {
  const quotas = createQuotas({ database }, now)
  const usedOn = new Map<number, string>()
  let waiting = new Map<string, CallCount>()
  let keys = new Set<number>()
  let writing: Promise<void> = Promise.resolve()

  const note: ApplicationCalls['note'] = ({ id, application }, call, outcome) => {
    if (application) noteKey(application.keyId)
    const day = dayOf(now())
    if (outcome !== 'refused') quotas.end(id)
    const key = keyOf({ applicationId: id, day, call })
    const { count, failures, refused } = waiting.get(key) ?? { count: 0, failures: 0, refused: 0 }
    waiting.set(key, {
      applicationId: id,
      day,
      call,
      count: count + 1,
      failures: failures + (outcome === 'answered' ? 0 : 1),
      refused: refused + (outcome === 'refused' ? 1 : 0),
      lastAt: new Date(now()),
    })
  }
  const noteKey = (keyId: number): void => {
    if (usedOn.get(keyId) !== dayOf(now())) keys.add(keyId)
  }

  const write = async (): Promise<void> => {
    const [counts, used, day] = [waiting, keys, dayOf(now())]
    if (counts.size === 0 && used.size === 0) return
    const calls = [...counts.values()]
    waiting = new Map()
    keys = new Set()
    try {
      await addCalls(database, calls)
    } catch (error) {
      waiting = merge(calls, waiting)
      keys = new Set([...used, ...keys])
      throw error
    }
    await quotas.settle(calls)
    await updateLastUsed(database, [...used], day)
    for (const key of used) usedOn.set(key, day)
  }
  const flush = (): Promise<void> =>
    (writing = writing.then(write).catch((error: unknown) => {
      log.warn({ error: String(error) }, 'Calls of applications could not be counted yet')
    }))

  return {
    admit: quotas.admit,
    note,
    noteKey,
    flush,
    start() {
      const timer = setInterval(() => void flush(), writeEveryMs)
      timer.unref()
      return async () => {
        clearInterval(timer)
        await flush()
      }
    },
  }
}

/** Counts that could not be written and those that came since, added up. */
function merge(before: readonly CallCount[], since: ReadonlyMap<string, CallCount>): Map<string, CallCount> {
  const sums = new Map(since)
  for (const one of before) {
    const key = keyOf(one)
    const { count = 0, failures = 0, refused = 0, lastAt = one.lastAt } = since.get(key) ?? {}
    sums.set(key, {
      ...one,
      count: one.count + count,
      failures: one.failures + failures,
      refused: one.refused + refused,
      lastAt,
    })
  }
  return sums
}

const keyOf = ({ applicationId, day, call }: Pick<CallCount, 'applicationId' | 'day' | 'call'>): string =>
  `${applicationId} ${day} ${call}`
