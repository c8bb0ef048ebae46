import type { Database } from '../database/database.ts'
import { readCrontab, type Crontab } from '../settings/crontab.ts'
import type { Settings } from '../settings/settings.ts'
import { standingOf, type RunStanding } from './run-state.ts'
import { runTask } from './run-task.ts'
import {
  runKinds,
  selectLastGood,
  selectRuns,
  selectScheduledSince,
  type Run,
  type RunKind,
} from './runs.sql.ts'

const maxRuns = 10
/** When some of all files are read. */
export const verifyCrontab = readCrontab('*/10 * * * *')

/** How it stands with what looks after a library, by the settings of this server. */
export async function readStanding(
  database: Database,
  settings: Pick<Settings, 'backup' | 'verifyDays'>,
): Promise<{
  readonly runs: readonly Run[]
  readonly standing: Readonly<Record<RunKind, RunStanding & { readonly at: Crontab | undefined }>>
}> {
  const [runs, good, since] = await Promise.all([
    selectRuns(database, maxRuns),
    selectLastGood(database),
    selectScheduledSince(database),
  ])
  const of = (kind: RunKind) => {
    const at = scheduleOf(kind, settings)
    const lastGood = good.find((run) => run.kind === kind)
    return [
      kind,
      { at, ...standingOf(kind, runs, lastGood, { at, since: since.get(runTask[kind]) }) },
    ] as const
  }
  return { runs, standing: Object.fromEntries(runKinds.map(of)) as Record<RunKind, ReturnType<typeof of>[1]> }
}

function scheduleOf(
  kind: RunKind,
  { backup, verifyDays }: Pick<Settings, 'backup' | 'verifyDays'>,
): Crontab | undefined {
  return { backup: backup?.at, check: backup?.checkAt, verify: verifyDays > 0 ? verifyCrontab : undefined }[
    kind
  ]
}
