import { ApiError } from '@cartouche/contract'
import type { SignedIn } from '../../access/identity.ts'
import type { Services } from '../../ground/services.ts'
import { createMinuteLimit } from './minute-limit.ts'
import { selectCallsToday, type CallCount } from './calls.sql.ts'

/** What is known of an application's calls of this day. */
interface Spent {
  day: string
  /** As the database has them, once somebody had to know. */
  written: number | undefined
  /** Counted here and not written yet; and not answered yet. */
  waiting: number
  running: number
}

/** Holds applications to their quotas. */
export interface Quotas {
  /** @throws quota_exceeded with the seconds until it may call again */
  admit(application: SignedIn): Promise<void>
  /** A call that was admitted is over. */
  end(applicationId: number): void
  /** Counts were written. */
  settle(counts: readonly CallCount[]): Promise<void>
}

const minuteMs = 60_000
const dayMs = 86_400_000

/** The day (UTC) of an instant, as `2026-03-01`. */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/**
 * Knows what applications called on all servers: in the day a second late, in the minute at once.
 * @source decisions 0189 and 0195
 */
export function createQuotas({ database }: Pick<Services, 'database'>, now: () => number): Quotas {
  const spent = new Map<number, Spent>()
  const isWithinMinute = createMinuteLimit(database)
  const spentBy = (id: number): Spent => {
    const day = dayOf(now())
    let known = spent.get(id)
    if (!known) spent.set(id, (known = { day, written: undefined, waiting: 0, running: 0 }))
    if (known.day !== day) Object.assign(known, { day, written: undefined, waiting: 0 })
    return known
  }

  const admit = async ({ id, application }: SignedIn): Promise<void> => {
    const { callsPerMinute = null, callsPerDay = null } = application ?? {}
    const known = spentBy(id)
    if (callsPerDay !== null) {
      known.written ??= (await selectCallsToday(database, [id], known.day)).get(id) ?? 0
      if (known.written + known.waiting + known.running >= callsPerDay)
        throw new ApiError('quota_exceeded', { limit: callsPerDay, span: 'day', seconds: secondsLeft(dayMs) })
    }
    // Before it waits for the minute: of many that come at once each counts in the day.
    known.running++
    try {
      if (callsPerMinute === null || (await isWithinMinute(id, Math.floor(now() / minuteMs), callsPerMinute)))
        return
      throw new ApiError('quota_exceeded', {
        limit: callsPerMinute,
        span: 'minute',
        seconds: secondsLeft(minuteMs),
      })
    } catch (error) {
      known.running--
      throw error
    }
  }
  const secondsLeft = (spanMs: number): number => Math.ceil((spanMs - (now() % spanMs)) / 1000)

  const settle = async (counts: readonly CallCount[]): Promise<void> => {
    for (const { applicationId, day, count, refused } of counts) {
      const known = spent.get(applicationId)
      if (known?.day !== day) continue
      known.waiting -= count - refused
      if (known.written !== undefined) known.written += count - refused
    }
    // What other servers have counted.
    const day = dayOf(now())
    const ids = [...new Set(counts.map(({ applicationId }) => applicationId))].filter(
      (id) => spent.get(id)?.written !== undefined,
    )
    for (const [id, count] of await selectCallsToday(database, ids, day)) {
      const known = spent.get(id)
      if (known?.day === day) known.written = count
    }
  }
  const end = (id: number): void => {
    const known = spentBy(id)
    known.running--
    known.waiting++
  }
  return { admit, end, settle }
}
