import { scheduledActions } from '@cartouche/contract'
import { z } from 'zod'
import type { Tasks } from '../../ground/jobs/task.ts'
import { giveUpSchedule, runPageSchedules } from './run-page-schedules.ts'

const Payload = z.object({ page: z.number(), action: z.enum(scheduledActions) })

/**
 * Work on pages: `run-page-schedules`, at each instant that was set for a page: publishes and unpublishes
 * what is due. After ten failures, over some hours, the page says that it did not happen.
 */
export const pageTasks: Tasks = {
  'run-page-schedules': {
    maxAttempts: 10,
    run: (services, _payload, signal) => runPageSchedules(services, signal),
    giveUp: (services, payload) => giveUpSchedule(services, Payload.parse(payload)),
  },
}
