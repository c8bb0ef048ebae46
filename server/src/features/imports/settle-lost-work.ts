import type { Services } from '../../ground/services.ts'
import { jobPriority } from '../../ground/jobs/task.ts'
import { lockNextItems, finishCommand, returnItem } from './commands.sql.ts'
import { selectLostItems, selectLostValidations, settleInspection } from './inspection.sql.ts'
import { tellImportDone } from '../../people/notifications/tell-import-done.ts'
import { queueInspection } from './store-upload.ts'
import { withTransaction } from '../../ground/database/database.ts'

/** How often an inspection or a validation is tried before it is given up. */
export const importAttempts = 3

/**
 * Ends what would wait for ever: an inspection that was given up makes its item broken, with the reason; a
 * validation that was given up gives its items back; what has lost its job gets a new one.
 */
export async function settleLostWork(services: Services): Promise<void> {
  for (const { id, given_up: givenUp, reason } of await selectLostItems(services.database)) {
    if (!givenUp) await queueInspection(services, services.database, id)
    else {
      services.log.error({ item: id, reason }, 'The inspection of an import item was given up')
      await giveUpInspection(services, id)
    }
  }
  for (const { id, given_up: givenUp, reason } of await selectLostValidations(services.database)) {
    if (!givenUp)
      await services.addJob(
        services.database,
        'validate-items',
        { command: id },
        { key: `validate:${id}`, priority: jobPriority.validate },
      )
    else {
      services.log.error({ command: id, reason }, 'A validation was given up')
      await giveUpValidation(services, id)
    }
  }
}

/** Makes an item whose inspection failed again and again broken, and says so. */
export async function giveUpInspection(services: Services, id: number): Promise<void> {
  const problem = {
    code: 'inspection_failed',
    message:
      'The file could not be inspected: the work on it failed again and again. Upload it once more, or tell your administrator.',
  }
  await settleInspection(services.database, id, {
    status: 'broken',
    inspection: null,
    problems: [problem],
    metadata: {},
  })
  await tellImportDone(services.database, id)
}

/** Gives the items of a validation that failed again and again back, with the reason. */
export function giveUpValidation(services: Services, command: string): Promise<void> {
  const problem = {
    code: 'validation_failed',
    message:
      'It could not be turned into an asset: the work failed again and again. Try once more, or tell your administrator.',
  }
  return withTransaction(services.database, async (transaction) => {
    for (const id of await lockNextItems(transaction, command, 100_000))
      await returnItem(transaction, id, problem)
    await finishCommand(transaction, command)
  })
}
