import { calls } from '@cartouche/contract/wire'
import { wait, type Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { Transport } from '../transport/transport.ts'
import { hasMoved, without, type ImportJobRecord } from './import-job-record.ts'
import type { JobTable } from './import-job-table.ts'

/** Wait between two looks at what the server works on, milliseconds. */
export const jobPollDelayMs = 1000

interface WatchNeeds {
  readonly transport: Pick<Transport, 'call'>
  readonly clock: Clock
  readonly log: Log
}

/**
 * Follows watched jobs while the server works on them, and only then. `reload` reads the items of a job
 * again.
 */
export function createJobWatch(needs: WatchNeeds, table: JobTable, reload: (jobId: number) => Promise<void>) {
  const counts = new Map<number, number>()
  const following = new Set<number>()

  const follow = async (jobId: number): Promise<void> => {
    following.add(jobId)
    while (counts.has(jobId) && table.store.get(String(jobId)).busy) {
      await wait(needs.clock, jobPollDelayMs)
      await poll(needs, table, jobId, reload).catch((error: unknown) =>
        needs.log('warn', `Import ${jobId} could not be followed`, error),
      )
    }
    following.delete(jobId)
  }
  const look = (jobId: number): void => {
    if (!following.has(jobId)) void follow(jobId)
  }
  const watch = (jobId: number): (() => void) => {
    let watching = true
    counts.set(jobId, (counts.get(jobId) ?? 0) + 1)
    look(jobId)
    return () => {
      if (!watching) return
      watching = false
      const left = (counts.get(jobId) ?? 1) - 1
      if (left > 0) counts.set(jobId, left)
      else counts.delete(jobId)
    }
  }
  return { look, watch }
}

async function poll(
  { transport }: WatchNeeds,
  table: JobTable,
  jobId: number,
  reload: (jobId: number) => Promise<void>,
): Promise<void> {
  const commandIds = table.get(jobId).commands.map(({ id }) => id)
  const changes =
    commandIds.length === 0
      ? []
      : (await transport.call(calls.listImportChanges, { id: jobId, commandIds })).response.data
  const done = new Set(changes.filter((change) => change.done).map(({ id }) => id))
  const { response } = await transport.call(calls.getImportJob, { id: jobId, withRights: true })
  if (done.size > 0 || hasMoved(table.get(jobId), response.data)) await reload(jobId)
  table.change(jobId, (record) => ({ ...withoutCommands(record, done), job: response.data }))
}

/**
 * What a command changed comes from the server once it is done: the edit that stood in for it ends.
 * @source data-layer §4 Mass import edits
 */
function withoutCommands(record: ImportJobRecord, done: ReadonlySet<string>): ImportJobRecord {
  const settled = record.commands.filter(({ id }) => done.has(id)).flatMap(({ itemIds }) => itemIds)
  return {
    ...record,
    commands: record.commands.filter(({ id }) => !done.has(id)),
    edits: record.edits.filter(
      ({ commands }) => commands.length === 0 || !commands.every((id) => done.has(id)),
    ),
    validating: without(record.validating, settled),
  }
}
