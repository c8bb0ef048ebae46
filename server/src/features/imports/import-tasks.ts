import { z } from 'zod'
import type { Tasks } from '../../ground/jobs/task.ts'
import { inspectItem } from './inspect-item.ts'
import { giveUpInspection, giveUpValidation, importAttempts, settleLostWork } from './settle-lost-work.ts'
import { runValidation } from './validate-items.ts'

const ItemPayload = z.object({ itemId: z.number() })
const CommandPayload = z.object({ command: z.string() })

/**
 * Work on imports:
 * - `inspect-item` {itemId}: finds out what an uploaded file is; given up after three tries, the item is
 *   broken.
 * - `validate-items` {command}: turns the items of a command into assets; given up after three tries, they
 *   are given back.
 * - `settle-imports`, every ten minutes: ends what would wait for ever.
 */
export const importTasks: Tasks = {
  'inspect-item': {
    maxAttempts: importAttempts,
    run: async (services, payload, signal) =>
      inspectItem(services, ItemPayload.parse(payload).itemId, signal),
    giveUp: async (services, payload) => giveUpInspection(services, ItemPayload.parse(payload).itemId),
  },
  'validate-items': {
    maxAttempts: importAttempts,
    run: async (services, payload, signal) =>
      runValidation(services, CommandPayload.parse(payload).command, signal),
    giveUp: async (services, payload) => giveUpValidation(services, CommandPayload.parse(payload).command),
  },
  'settle-imports': { crontab: '*/10 * * * *', run: settleLostWork },
}
