import type { RunKind } from './runs.sql.ts'

/** The task of the queue that does each kind of run. */
export const runTask: Readonly<Record<RunKind, string>> = {
  backup: 'back-up',
  check: 'check-backup',
  verify: 'verify-files',
}
