import { z } from 'zod'
import type { Tasks } from '../../ground/jobs/task.ts'
import { inspectItem } from './inspect-item.ts'
import { runCommand } from './run-command.ts'
import { giveUpCommand, giveUpInspection, importAttempts, settleLostWork } from './settle-lost-work.ts'

const ItemPayload = z.object({ itemId: z.number() })
const CommandPayload = z.object({ command: z.string() })

/**
 * Work on imports:
 * - `inspect-item` {itemId}: finds out what an uploaded file is; given up after three tries, the item is
 *   broken.
 * - `run-import-command` {command}: carries a command out on its items; given up after three tries, those
 *   that are left fail.
 * - `settle-imports`, every ten minutes: ends what would wait for ever.
 */
export const importTasks: Tasks = {
  'inspect-item': {
    maxAttempts: importAttempts,
    run: async (services, payload, signal) =>
      inspectItem(services, ItemPayload.parse(payload).itemId, signal),
    giveUp: async (services, payload) => giveUpInspection(services, ItemPayload.parse(payload).itemId),
  },
  'run-import-command': {
    maxAttempts: importAttempts,
    run: async (services, payload, signal) =>
      runCommand(services, CommandPayload.parse(payload).command, signal),
    giveUp: async (services, payload) => giveUpCommand(services, CommandPayload.parse(payload).command),
  },
  'settle-imports': { crontab: '*/10 * * * *', run: settleLostWork },
}
