import { calls } from '@cartouche/contract/wire'
import { wait, type Clock } from '../clock.ts'
import type { Live } from '../live/live.ts'
import type { Log } from '../log.ts'
import type { Transport } from '../transport/transport.ts'
import { hasMoved, without, type ImportJobRecord } from './import-job-record.ts'
import type { JobTable } from './import-job-table.ts'

/** Wait between two looks at what the server works on, milliseconds. */
export const jobPollDelayMs = 1000

interface WatchNeeds {
  readonly transport: Pick<Transport, 'call'>
  readonly live: Pick<Live, 'on' | 'onOpen'>
  readonly clock: Clock
  readonly log: Log
}

/**
 * Follows watched jobs while the server works on them, and looks once more whenever somebody changed one.
 * `reload` reads the items of a job again.
 * @source data-layer §4 Mass import; decision 0161
 */
export function createJobWatch(needs: WatchNeeds, table: JobTable, reload: (jobId: number) => Promise<void>) {
  const counts = new Map<number, number>()
  const following = new Set<number>()
  /** Watched jobs of which something changed that was not read yet. */
  const changed = new Set<number>()
  let stopListening: (() => void) | undefined

  const follow = async (jobId: number): Promise<void> => {
    following.add(jobId)
    while (counts.has(jobId) && (changed.has(jobId) || table.store.get(String(jobId)).busy)) {
      await wait(needs.clock, jobPollDelayMs)
      await poll(needs, table, jobId, changed.delete(jobId), reload).catch((error: unknown) =>
        needs.log('warn', `Import ${jobId} could not be followed`, error),
      )
    }
    following.delete(jobId)
  }
  const look = (jobId: number): void => {
    if (!following.has(jobId)) void follow(jobId)
  }
  const markChanged = (jobId: number): void => {
    if (!counts.has(jobId)) return
    changed.add(jobId)
    look(jobId)
  }
  const listen = (): (() => void) => {
    const stops = [
      needs.live.on('import', ({ id }) => markChanged(id)),
      needs.live.onOpen(() => counts.forEach((_count, jobId) => markChanged(jobId))),
    ]
    return () => stops.forEach((stop) => stop())
  }
  const watch = (jobId: number): (() => void) => {
    let watching = true
    counts.set(jobId, (counts.get(jobId) ?? 0) + 1)
    stopListening ??= listen()
    look(jobId)
    return () => {
      if (!watching) return
      watching = false
      const left = (counts.get(jobId) ?? 1) - 1
      if (left > 0) counts.set(jobId, left)
      else counts.delete(jobId)
      if (counts.size > 0) return
      stopListening?.()
      stopListening = undefined
    }
  }
  return { look, watch }
}

async function poll(
  { transport }: WatchNeeds,
  table: JobTable,
  jobId: number,
  isChanged: boolean,
  reload: (jobId: number) => Promise<void>,
): Promise<void> {
  const commandIds = table.get(jobId).commands.map(({ id }) => id)
  const changes =
    commandIds.length === 0
      ? []
      : (await transport.call(calls.listImportChanges, { id: jobId, commandIds })).response.data
  const done = new Set(changes.filter((change) => change.done).map(({ id }) => id))
  const { response } = await transport.call(calls.getImportJob, { id: jobId, withRights: true })
  if (isChanged || done.size > 0 || hasMoved(table.get(jobId), response.data)) await reload(jobId)
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
