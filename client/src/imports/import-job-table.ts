import { createKeyedStore, type KeyedReadable } from '../store/keyed-store.ts'
import { jobSnapshot, unknownJob, type ImportJobRecord } from './import-job-record.ts'
import type { ImportJobSnapshot } from './import-snapshots.ts'

/** Records of imports by job id, behind their snapshots. */
export interface JobTable {
  readonly store: KeyedReadable<ImportJobSnapshot>
  get(jobId: number): ImportJobRecord
  change(jobId: number, edit: (record: ImportJobRecord) => ImportJobRecord): void
  drop(jobId: number): void
  clear(): void
}

/** Creates the table that reads, edits and the poll of imports share. */
export function createJobTable(): JobTable {
  const records = new Map<number, ImportJobRecord>()
  const store = createKeyedStore<ImportJobSnapshot>((key) => jobSnapshot(Number(key), unknownJob))
  const get = (jobId: number): ImportJobRecord => records.get(jobId) ?? unknownJob
  return {
    store,
    get,
    change(jobId, edit) {
      const record = edit(get(jobId))
      records.set(jobId, record)
      store.update(String(jobId), (before) => jobSnapshot(jobId, record, before))
    },
    drop(jobId) {
      records.delete(jobId)
      store.delete(String(jobId))
    },
    clear() {
      records.clear()
      store.clear()
    },
  }
}
