import type { Crontab } from '../settings/crontab.ts'
import type { Run, RunKind } from './runs.sql.ts'

/**
 * How it stands with one kind of run: `none`: there was none yet; `failed`, `faults`: how the last one ended
 * that was not stopped; `overdue`: none was as it should be for longer than twice the time between two.
 */
export type RunState = 'none' | 'good' | 'faults' | 'failed' | 'overdue'

export interface RunSchedule {
  /** Undefined: they are run when somebody asks. */
  readonly at: Crontab | undefined
  /** Since when they are run by themselves. */
  readonly since: Date | undefined
}

export interface RunStanding {
  readonly state: RunState
  readonly isOverdue: boolean
  readonly running: Run | undefined
  readonly lastGoodAt: Date | undefined
  readonly nextAt: Date | undefined
}

/**
 * Says how it stands with a kind of run.
 * @param runs the last ones of all kinds, the newest first
 * @param lastGoodAt when the last one began that was as it should be
 */
export function standingOf(
  kind: RunKind,
  runs: readonly Run[],
  lastGood: Pick<Run, 'beganAt' | 'endedAt'> | undefined,
  { at, since }: RunSchedule,
  now = new Date(),
): RunStanding {
  const own = runs.filter((run) => run.kind === kind)
  const running = own.find(({ outcome }) => outcome === null)
  const last = own.find(({ outcome }) => outcome !== null && outcome !== 'stopped')?.outcome
  // One that takes longer than the time between two is not overdue while it is at it.
  const isOverdue = isMissed(at, running?.beganAt ?? lastGood?.beganAt ?? since, now)
  return {
    state: stateOf(last ?? null, isOverdue),
    isOverdue,
    running,
    lastGoodAt: lastGood?.endedAt ?? undefined,
    nextAt: at?.nextAfter(now),
  }
}

function stateOf(last: Run['outcome'], isOverdue: boolean): RunState {
  if (last === 'failed') return 'failed'
  if (isOverdue) return 'overdue'
  if (last === 'faults') return 'faults'
  return last === null ? 'none' : 'good'
}

/** Whether two of the times that it should have been run at have passed since. */
function isMissed(at: Crontab | undefined, since: Date | undefined, now: Date): boolean {
  if (!at || !since) return false
  const first = at.nextAfter(since)
  const second = first && at.nextAfter(first)
  return second !== undefined && second < now
}
