import type { CallAnswer, Calls, MaintenanceRun } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { requireAction } from '../../access/decide.ts'
import type { WalStanding } from '../../ground/backup/point-in-time/wal-archive.ts'
import { selectQueue } from '../../ground/jobs/jobs.sql.ts'
import type { RunFailure } from '../../ground/maintenance/run-failure.ts'
import { readStanding } from '../../ground/maintenance/read-standing.ts'
import type { Run, RunKind } from '../../ground/maintenance/runs.sql.ts'
import { runTask } from '../../ground/maintenance/run-task.ts'

/**
 * How backups stand: those of all servers; when they are made, as the server says that answers.
 * @throws sign_in_needed, access_denied
 * @source decision 0228
 */
export async function getMaintenance({
  database,
  identity,
  settings,
  walArchive,
}: Context): Promise<CallAnswer<Calls['getMaintenance']>> {
  requireAction(identity, 'system', 'view')
  const [{ runs, standing }, queue] = await Promise.all([
    readStanding(database, settings),
    selectQueue(database),
  ])
  const { backup } = settings
  const of = (kind: RunKind) => {
    const { state, at, nextAt, lastGoodAt, running } = standing[kind]
    return {
      state,
      at: at?.text ?? null,
      nextAt: nextAt?.toISOString() ?? null,
      lastGoodAt: lastGoodAt?.toISOString() ?? null,
      isQueued:
        running === undefined &&
        queue.some(({ task, waiting, running: at }) => task === runTask[kind] && waiting + at > 0),
      runs: runs.filter((run) => run.kind === kind).map(describeRun),
    }
  }
  const ofBackups = of('backup')
  const isOff = backup === undefined && ofBackups.state === 'none'
  return {
    check: of('check'),
    verify: { ...of('verify'), days: settings.verifyDays },
    pointInTime: describeArchive(walArchive?.standing(), backup?.keep.walDays),
    backup: {
      ...ofBackups,
      state: isOff ? 'off' : ofBackups.state,
      place: backup?.place ?? null,
      keep: backup?.keep.count ?? null,
      isEncrypted: backup?.passphrase !== undefined,
    },
  }
}

function describeArchive(
  standing: WalStanding | undefined,
  days: number | undefined,
): CallAnswer<Calls['getMaintenance']>['pointInTime'] {
  const { state = 'off', reach, message, failure = null } = standing ?? {}
  return {
    state,
    from: reach?.from.toISOString() ?? null,
    until: reach?.until.toISOString() ?? null,
    days: standing && days !== undefined ? days : null,
    message: message ?? null,
    error: describeFailure(failure),
  }
}

function describeRun({
  beganAt,
  endedAt,
  outcome,
  place,
  backup,
  figures,
  message,
  error,
  faults,
}: Run): MaintenanceRun {
  return {
    beganAt: beganAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    outcome,
    place,
    backup,
    figures: { ...figures },
    message,
    error: describeFailure(error),
    faults: faults.map(({ sha256, reason, uses = [], isRepaired = false }) => ({
      sha256,
      reason,
      uses: [...uses],
      isRepaired,
    })),
  }
}

function describeFailure(failure: RunFailure | null): MaintenanceRun['error'] {
  return failure && { ...failure, data: { ...failure.data } }
}
