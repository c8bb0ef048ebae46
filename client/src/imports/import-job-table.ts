import type { Clock } from '../clock.ts'
import { createKeyedStore, type KeyedReadable } from '../store/keyed-store.ts'
import { jobSnapshot, unknownJob, type ImportJobRecord } from './import-job-record.ts'
import { createLeaseEnds } from './lease-ends.ts'
import type { ImportJobSnapshot } from './import-snapshots.ts'

/** Records of imports by job id, behind their snapshots. */
export interface JobTable {
  readonly store: KeyedReadable<ImportJobSnapshot>
  get(jobId: number): ImportJobRecord
  change(jobId: number, edit: (record: ImportJobRecord) => ImportJobRecord): void
  drop(jobId: number): void
  clear(): void
}

/**
 * Creates the table that reads, edits and the poll of imports share. A lease of an item goes when its time
 * is over. @source decision 0168
 */
export function createJobTable(clock: Clock): JobTable {
  const records = new Map<number, ImportJobRecord>()
  const store = createKeyedStore<ImportJobSnapshot>((key) => jobSnapshot(Number(key), unknownJob))
  const get = (jobId: number): ImportJobRecord => records.get(jobId) ?? unknownJob
  const change: JobTable['change'] = (jobId, edit) => {
    const before = get(jobId)
    const record = edit(before)
    records.set(jobId, record)
    leases.follow(jobId, [...record.items, ...record.outstanding])
    store.update(String(jobId), (snapshot) => jobSnapshot(jobId, record, { record: before, snapshot }))
  }
  const leases = createLeaseEnds(clock, (jobId: number, current) =>
    change(jobId, (record) => ({
      ...record,
      items: record.items.map(current),
      outstanding: record.outstanding.map(current),
    })),
  )
  return {
    store,
    get,
    change,
    drop(jobId) {
      leases.forget(jobId)
      records.delete(jobId)
      store.delete(String(jobId))
    },
    clear() {
      records.forEach((_record, jobId) => leases.forget(jobId))
      records.clear()
      store.clear()
    },
  }
}
