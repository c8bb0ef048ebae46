import { z } from 'zod'
import type { Tasks } from '../jobs/task.ts'
import { inspectItem } from './inspect-item.ts'
import { settleLostWork } from './settle-lost-work.ts'
import { runValidation } from './validate-items.ts'

const ItemPayload = z.object({ itemId: z.number() })
const CommandPayload = z.object({ command: z.string() })

/**
 * Work on imports:
 * - `inspect-item` {itemId}: finds out what an uploaded file is.
 * - `validate-items` {command}: turns the items of a command into assets.
 * - `settle-imports`, every ten minutes: ends what would wait for ever.
 */
export const massimportTasks: Tasks = {
  'inspect-item': async (services, payload, signal) => inspectItem(services, ItemPayload.parse(payload).itemId, signal),
  'validate-items': async (services, payload, signal) => runValidation(services, CommandPayload.parse(payload).command, signal),
  'settle-imports': { crontab: '*/10 * * * *', run: settleLostWork },
}
