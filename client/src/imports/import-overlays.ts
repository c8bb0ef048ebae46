import { without, type ImportJobRecord, type ItemEdit } from './import-job-record.ts'
import type { JobTable } from './import-job-table.ts'

/** A change of items before it is sent to the server. */
export interface ShownEdit extends Pick<ItemEdit, 'data' | 'own'> {
  readonly ids: readonly number[]
}

/** Changes of items that are seen before the server has answered. */
export interface Overlays {
  /** Shows an edit: `end` takes it off, `carriedOutBy` has it end with these commands. */
  start(jobId: number, shown: ShownEdit): { end(): void; carriedOutBy(commands: readonly string[]): void }
  /** Sets the job to fetching and its items aside; answers how to undo it. */
  setValidating(jobId: number, ids: readonly number[]): () => void
  /** Takes items away; answers how to bring some back. */
  setRemoved(jobId: number, ids: readonly number[]): (ids: readonly number[]) => void
}

/** Creates the overlays of a table. @source data-layer §4 Mass import edits; DESIGN "Data layer" */
export function createOverlays(table: JobTable): Overlays {
  let last = 0
  const change = (jobId: number, edit: (record: ImportJobRecord) => Partial<ImportJobRecord>): void =>
    table.change(jobId, (record) => ({ ...record, ...edit(record) }))
  return {
    start(jobId, shown) {
      const token = ++last
      change(jobId, ({ edits }) => ({
        edits: [...edits, { ...shown, ids: new Set(shown.ids), token, commands: [] }],
      }))
      return {
        end: () => change(jobId, ({ edits }) => ({ edits: edits.filter((edit) => edit.token !== token) })),
        carriedOutBy: (commands) =>
          change(jobId, ({ edits }) => ({
            edits: edits.map((edit) => (edit.token === token ? { ...edit, commands } : edit)),
          })),
      }
    },
    setValidating(jobId, ids) {
      change(jobId, ({ validating }) => ({
        status: 'fetching',
        validating: new Set([...validating, ...ids]),
      }))
      return () =>
        change(jobId, ({ validating }) => ({ status: 'loaded', validating: without(validating, ids) }))
    },
    setRemoved(jobId, ids) {
      change(jobId, ({ removed }) => ({ removed: new Set([...removed, ...ids]) }))
      return (back) => change(jobId, ({ removed }) => ({ removed: without(removed, back) }))
    },
  }
}
