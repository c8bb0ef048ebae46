import type { Database } from '../../ground/database/database.ts'
import { takeFromMinute } from './minute-count.sql.ts'

interface Taken {
  readonly minute: number
  /** Taken and not used yet. */
  left: number
  /** The limit at which nothing was left; it may be raised. */
  exhaustedAt: number
  taking: Promise<void> | undefined
}

/**
 * Gives a function that counts a call of an application in a minute (since 1970) over all servers, and
 * answers whether it is within `most`. Servers take calls in small lots, the smaller the fewer are left, so
 * that few calls wait for the database: never more than `most` are let through, and all of them where one
 * server is asked. What others took and do not use is at most a 32nd each.
 * @source decision 0195
 */
export function createMinuteLimit(
  database: Database,
): (applicationId: number, minute: number, most: number) => Promise<boolean> {
  const known = new Map<number, Taken>()
  return async (applicationId, minute, most) => {
    let taken = known.get(applicationId)
    if (taken?.minute !== minute)
      known.set(applicationId, (taken = { minute, left: 0, exhaustedAt: 0, taking: undefined }))
    const ours = taken
    const take = async (): Promise<void> => {
      const lot = await takeFromMinute(database, `application/${applicationId}`, minute, most)
      ours.left += lot
      if (lot === 0) ours.exhaustedAt = most
    }
    while (ours.left === 0 && ours.exhaustedAt < most)
      await (ours.taking ??= take().finally(() => {
        ours.taking = undefined
      }))
    if (ours.left === 0) return false
    ours.left--
    return true
  }
}
