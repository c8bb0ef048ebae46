import { importItemStatuses } from '@cartouche/contract'
import { closed, type CommandRun, type ItemOutcome } from './item-outcome.ts'
import { deleteItem, type ItemRow } from './imports.sql.ts'

/** Takes items out of their import; assets that were made of them stay. */
export const deleteItems: CommandRun = async (_services, transaction, _command, items) => {
  const outcomes = new Map<number, ItemOutcome>()
  for (const item of items)
    outcomes.set(
      item.id,
      isBusy(item) || !(await deleteItem(transaction, item.id)) ? { error: closed(item) } : {},
    )
  return outcomes
}

function isBusy({ status }: ItemRow): boolean {
  return status === importItemStatuses.validating
}
