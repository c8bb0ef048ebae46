import { ApiError, importItemStatuses } from '@cartouche/contract'
import type { Database } from '../../ground/database/database.ts'
import type { Services } from '../../ground/services.ts'
import type { CommandRow, ItemState } from './commands.sql.ts'
import type { ItemRow } from './imports.sql.ts'
import type { ItemMetadata } from './item-metadata.ts'
import { statusNameOf } from './read-jobs.ts'

/** What became of an item of a command: done where there is no error. */
export interface ItemOutcome {
  readonly error?: ApiError
  readonly before?: ItemState
  readonly after?: ItemState
}

/**
 * Carries a command out on some of its items, in the transaction that holds them, and answers what became of
 * each. Items that it does not name are gone.
 */
export type CommandRun = (
  services: Services,
  transaction: Database,
  command: CommandRow,
  items: readonly ItemRow[],
) => Promise<ReadonlyMap<number, ItemOutcome>>

/** Some fields of metadata; null for what has no value. */
export function pickValues(
  metadata: ItemMetadata,
  fields: readonly string[],
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(fields.map((field) => [field, metadata[field] ?? null]))
}

/** Whether an item is still to become an asset, and nothing makes it one. */
export function isOpen({ status }: Pick<ItemRow, 'status'>): boolean {
  return status !== importItemStatuses.validating && status !== importItemStatuses.validated
}

const reasons: Readonly<Record<string, string>> = {
  waiting: 'it has not been processed yet',
  analyzing: 'it is still being processed',
  validating: 'it is being turned into an asset',
  validated: 'it is an asset already',
}

/** Why an item cannot be turned into an asset. */
export function notReady(item: ItemRow): ApiError {
  const reason = reasons[statusNameOf(item.status)] ?? item.problems[0]?.message ?? 'the file is broken'
  return new ApiError('import_item_not_ready', { id: item.id, reason })
}

/** Why an item cannot be changed any more. */
export function closed(item: Pick<ItemRow, 'id' | 'status'>): ApiError {
  const reason = reasons[statusNameOf(item.status)] ?? 'it is not open'
  return new ApiError('import_item_closed', { id: item.id, reason })
}
