import type { Services } from '../../ground/services.ts'
import { deleteOldCommands, finishCommand, selectCommand } from './commands.sql.ts'
import { addUpCounts } from './import-jobs.sql.ts'
import { lockInspectedItem, selectLostCommands, selectLostItems, settleInspection } from './inspection.sql.ts'
import { notifyImportDone } from '../../people/notifications/notify-import-done.ts'
import { projectStaleItems } from './project-items.ts'
import { giveUpItems, recordCommand } from './run-command.ts'
import { queueCommand } from './start-command.ts'
import { queueInspection } from './store-upload.ts'
import { withTransaction } from '../../ground/database/database.ts'

/** How often an inspection or a validation is tried before it is given up. */
export const importAttempts = 3

/** How long a command can be asked for and undone after its end, days. @source decision 0143 */
const keptDays = 30

/**
 * Ends what would wait for ever: an inspection that was given up makes its item broken, with the reason; a
 * command that was given up fails on the items that are left; what has lost its job gets a new one. Commands
 * that ended long ago are forgotten. Items that are found by nothing get their projection; what
 * connections counted of items is added up.
 */
export async function settleLostWork(services: Services): Promise<void> {
  await addUpCounts(services.database)
  await projectStaleItems(services.database)
  for (const { id, given_up: givenUp, reason } of await selectLostItems(services.database)) {
    if (!givenUp) await queueInspection(services, services.database, id)
    else {
      services.log.error({ item: id, reason }, 'The inspection of an import item was given up')
      await giveUpInspection(services, id)
    }
  }
  for (const { id, given_up: givenUp, reason } of await selectLostCommands(services.database)) {
    if (!givenUp) await queueCommand(services, services.database, id)
    else {
      services.log.error({ command: id, reason }, 'A command of an import was given up')
      await giveUpCommand(services, id)
    }
  }
  await deleteOldCommands(services.database, keptDays)
}

/** Makes an item whose inspection failed again and again broken, and says so. */
export async function giveUpInspection(services: Services, id: number): Promise<void> {
  const problem = {
    code: 'inspection_failed',
    message:
      'The file could not be inspected: the work on it failed again and again. Upload it once more, or tell your administrator.',
  }
  await withTransaction(services.database, async (transaction) => {
    const item = await lockInspectedItem(transaction, id)
    if (!item) return
    const { metadata, set_aside: setAside } = item
    const found = { status: 'broken', inspection: null, problems: [problem] } as const
    await settleInspection(transaction, item, { ...found, metadata, setAside })
  })
  await notifyImportDone(services.database, id)
}

/** Ends a command that failed again and again: the items that are left fail, with the reason. */
export function giveUpCommand(services: Services, id: string): Promise<void> {
  return withTransaction(services.database, async (transaction) => {
    const command = await selectCommand(transaction, id)
    if (!command) return
    await giveUpItems(transaction, command, command.total)
    if (await finishCommand(transaction, id)) await recordCommand(transaction, command)
  })
}
