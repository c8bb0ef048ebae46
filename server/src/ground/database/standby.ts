import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '@cartouche/contract'
import { sql } from 'kysely'
import type { Database } from './database.ts'

/** A hot standby, which takes heavy reads from the primary. */
export interface Standby {
  /**
   * Does a read at the standby once that has all that was committed before the call, by whomever, through
   * whichever server: nobody reads less than they wrote. Does it at the primary where the standby is away,
   * is late by more than half a second, or breaks off.
   */
  read<T>(read: (database: Database) => Promise<T>): Promise<T>
  stop(): Promise<void>
}

declare module '../services.ts' {
  interface Services {
    /** Without it, the primary does all reads. */
    readonly standby?: Standby
  }
}

export interface StandbyOptions {
  readonly log: { warn(data: object, message: string): void }
  /** Called with where each read was done. */
  readonly onRead?: (at: 'standby' | 'primary') => void
}

const followsWithinMs = 500
const lookAgainAfterMs = 10
/** A machine that is gone refuses nothing: connecting to it takes as long as it may. */
const answersWithinMs = 2000
/** After it was away, reads do not wait for it this long. */
const tryAgainAfterMs = 5000

/** Does a heavy read at the standby, where there is one; in a transaction, where that is. */
export function readAtStandby<T>(
  { database, standby }: { readonly database: Database; readonly standby?: Standby | undefined },
  read: (database: Database) => Promise<T>,
): Promise<T> {
  return standby && !database.isTransaction ? standby.read(read) : read(database)
}

/** @source decision 0216 */
export function createStandby(
  primary: Database,
  standby: Database,
  { log, onRead = () => {} }: StandbyOptions,
): Standby {
  let awayUntilMs = 0
  const isThere = async (): Promise<boolean> => {
    if (performance.now() < awayUntilMs) return false
    try {
      const late = sleep(answersWithinMs, 'it does not answer', { ref: false })
      const reason = await Promise.race([follow(primary, standby), late])
      if (reason === undefined) return true
      if (reason === 'late') return false
      throw new Error(reason)
    } catch (error) {
      awayUntilMs = performance.now() + tryAgainAfterMs
      log.warn({ error: String(error) }, 'the standby is not used; the primary does its reads')
      return false
    }
  }
  return {
    read: async (read) => {
      if (await isThere()) {
        try {
          const found = await read(standby)
          onRead('standby')
          return found
        } catch (error) {
          // What the primary would answer the same.
          if (error instanceof ApiError || (error as { code?: unknown }).code === '57014') throw error
          log.warn({ error: String(error) }, 'a read at the standby broke off; the primary does it')
        }
      }
      onRead('primary')
      return read(primary)
    },
    stop: () => standby.destroy(),
  }
}

interface Position {
  readonly system: string
  readonly timeline: number
}

/**
 * Waits until the standby has what the primary has now; undefined then.
 * @returns why it is not to be used
 */
async function follow(primary: Database, standby: Database): Promise<string | undefined> {
  const {
    rows: [now],
  } = await sql<Position & { written: string }>`
    select pg_current_wal_insert_lsn()::text written, system_identifier::text system, timeline_id timeline
    from pg_control_system(), pg_control_checkpoint()`.execute(primary)
  for (const untilMs = performance.now() + followsWithinMs; ;) {
    const {
      rows: [there],
    } = await sql<Position & { isStandby: boolean; hasIt: boolean }>`
      select pg_is_in_recovery() "isStandby", coalesce(pg_last_wal_replay_lsn() >= ${now?.written}::text::pg_lsn, false) "hasIt",
        system_identifier::text system, timeline_id timeline
      from pg_control_system(), pg_control_checkpoint()`.execute(standby)
    if (!there?.isStandby) return 'it is no standby'
    if (there.system !== now?.system) return 'it is of another database'
    // One that was left behind when another became the primary may have gone further than that.
    if (there.timeline !== now.timeline) return 'it is on another timeline than the primary'
    if (there.hasIt) return undefined
    if (performance.now() > untilMs) return 'late'
    await sleep(lookAgainAfterMs)
  }
}
