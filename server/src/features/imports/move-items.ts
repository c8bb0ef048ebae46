import { sql } from 'kysely'
import type { Database } from '../../ground/database/database.ts'
import { closed, isOpen, type CommandRun, type ItemOutcome } from './item-outcome.ts'

/** What a move does, as it is stored with its command. */
export interface MoveOptions {
  /** The import that items go to. */
  readonly job: number
}

/** Moves items to another import; what is being inspected goes on being inspected there. */
export const moveItems: CommandRun = async (_services, transaction, command, items) => {
  const { job } = command.options as MoveOptions
  await moveRows(
    transaction,
    items.filter(isOpen).map((item) => item.id),
    job,
  )
  return new Map(
    items.map((item): [number, ItemOutcome] => [
      item.id,
      isOpen(item) ? { before: { job: item.job_id }, after: { job } } : { error: closed(item) },
    ]),
  )
}

/**
 * Puts items into an import. An upload differs from the others of its import by its key: where the import has
 * one of the same key, the item's id makes it another.
 */
export async function moveRows(database: Database, itemIds: readonly number[], job: number): Promise<void> {
  await sql`
    update import_item i set job_id = ${job}, changed_at = now(), upload_key = case
      when n.nth > 1 or exists (select from import_item o where o.job_id = ${job} and o.upload_key = i.upload_key and o.id <> i.id)
      then i.upload_key || '/' || i.id else i.upload_key end
    from (select id, row_number() over (partition by upload_key order by id) nth from import_item where id = any(${[...itemIds]}::bigint[])) n
    where n.id = i.id`.execute(database)
}
