import { z } from 'zod'
import { defineCall } from '../define-call.ts'

const Failure = z.object({
  code: z.string(),
  message: z.string(),
  data: z.record(z.string(), z.union([z.string(), z.number()])),
})

/** What a backup came to. @source decision 0228 */
export const MaintenanceRun = z.object({
  beganAt: z.string(),
  /** Null while it is under way. */
  endedAt: z.string().nullable(),
  /** `faults`: to its end, and files are missing or damaged; `stopped`: with its server. Null: under way. */
  outcome: z.enum(['done', 'faults', 'failed', 'stopped']).nullable(),
  /** Where the backup is: a folder or a bucket; and its name there. */
  place: z.string().nullable(),
  backup: z.string().nullable(),
  /**
   * How far it is, or came: `tables`, `rows`, `files`, `bytes`, `newFiles`, `newBytes`, `allFiles`,
   * `allBytes`.
   */
  figures: z.record(z.string(), z.number()),
  /**
   * Why it failed, or, where it did not, why older backups could not be deleted: in words of the system, and
   * as an error of the table where it is one.
   */
  message: z.string().nullable(),
  error: Failure.nullable(),
  /** The first hundred of the files that are missing or damaged. */
  faults: z.array(
    z.object({ sha256: z.string(), reason: z.string(), uses: z.array(z.string()), isRepaired: z.boolean() }),
  ),
})
export type MaintenanceRun = z.output<typeof MaintenanceRun>

/**
 * How it stands: `off`: there is none and none is set up; `none`: there was none yet; `failed`, `faults`: as
 * the last one ended; `overdue`: none was good for longer than twice the time between two.
 */
const MaintenanceState = z.enum(['off', 'none', 'good', 'faults', 'failed', 'overdue'])
export type MaintenanceState = z.output<typeof MaintenanceState>

const standing = {
  state: MaintenanceState,
  /** When it is run by itself, as a crontab in UTC; null: never. */
  at: z.string().nullable(),
  nextAt: z.string().nullable(),
  lastGoodAt: z.string().nullable(),
  /** Whether one waits for a server that works on jobs. */
  isQueued: z.boolean(),
  /** The last ones, the newest first. */
  runs: z.array(MaintenanceRun),
}

export const MaintenanceAnswer = z.object({
  /** Checks of the newest backup by restoring it; `at` null: when somebody asks. */
  check: z.object(standing),
  /** The reading of all files, some every ten minutes, in so many days; 0: none are read. */
  verify: z.object({ ...standing, days: z.number() }),
  /**
   * Any moment between two, from the log of an embedded database, as the server says that answers. `off`:
   * there is none; `none`: no base backup yet; `failed`: what is new is not stored, for the reason of
   * `message` and `error`, as of runs.
   */
  pointInTime: z.object({
    state: z.enum(['off', 'none', 'good', 'failed']),
    from: z.string().nullable(),
    until: z.string().nullable(),
    /** For how many days back any moment stays. */
    days: z.number().nullable(),
    message: z.string().nullable(),
    error: Failure.nullable(),
  }),
  backup: z.object({
    ...standing,
    /** Where they go by the settings, and how many are kept; null: nowhere. */
    place: z.string().nullable(),
    keep: z.number().nullable(),
    isEncrypted: z.boolean(),
  }),
})
export type MaintenanceAnswer = z.output<typeof MaintenanceAnswer>

export const getMaintenance = defineCall({
  name: 'getMaintenance',
  method: 'GET',
  path: '/rest/administration/maintenance',
  access: 'system/view',
  summary:
    'Backups and their checks: when they are made, how the last ones went, and how far the one is that is under way',
  source: 'decisions 0228, 0242',
  input: z.object({}),
  answers: MaintenanceAnswer,
  errors: ['access_denied', 'sign_in_needed'],
})

export const startBackup = defineCall({
  name: 'startBackup',
  method: 'POST',
  path: '/rest/administration/maintenance/backup',
  access: 'system/update',
  summary: 'Back up now, to the location of the settings',
  source: 'decision 0228',
  input: z.object({}),
  answers: z.object({}),
  status: 202,
  errors: ['access_denied', 'sign_in_needed', 'backups_not_set_up', 'backup_under_way'],
})

export const startBackupCheck = defineCall({
  name: 'startBackupCheck',
  method: 'POST',
  path: '/rest/administration/maintenance/check',
  access: 'system/update',
  summary: 'Check the newest backup now, by restoring it beside the library',
  source: 'decision 0228',
  input: z.object({}),
  answers: z.object({}),
  status: 202,
  errors: ['access_denied', 'sign_in_needed', 'backups_not_set_up', 'check_under_way'],
})
