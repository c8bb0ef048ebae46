import { lockSeconds, type CallAnswer, type CallInput, type Calls } from '@cartouche/contract'
import { sql } from 'kysely'
import type { Context } from '../../access/context.ts'
import { longestLease } from './imports.sql.ts'
import { answerItems, requireItems } from './require-items.ts'
import { actorIdOf } from './start-command.ts'

/**
 * Announces that the user edits items, until the lease ends or is given back; taken again it is renewed.
 * What somebody else has stays theirs: `$lockedby` says whose an item is, and for how long. A lease keeps
 * nobody from writing: a lost race is refused by the version of the item.
 * @throws entity_not_found
 * @source data-layer §3 Mass import item; decision 0144
 */
export async function lockImportItems(
  context: Context,
  { ids, seconds = lockSeconds.default }: CallInput<Calls['lockImportItems']>,
): Promise<CallAnswer<Calls['lockImportItems']>> {
  await requireItems(context, ids, 'update')
  const user = actorIdOf(context)
  await sql`
    update import_item set locked_by = ${user}, locked_until = now() + make_interval(secs => ${seconds})
    where id = any(${[...ids]}::bigint[]) and (locked_by = ${user}
      or locked_until is null or locked_until <= now() or locked_until > now() + ${longestLease})`.execute(
    context.database,
  )
  return { response: { data: await answerItems(context, ids) } }
}

/** Gives leases of the user back. @throws entity_not_found */
export async function unlockImportItems(
  context: Context,
  { ids }: CallInput<Calls['unlockImportItems']>,
): Promise<CallAnswer<Calls['unlockImportItems']>> {
  await requireItems(context, ids, 'update')
  await sql`
    update import_item set locked_by = null, locked_until = null where id = any(${[...ids]}::bigint[]) and locked_by = ${actorIdOf(context)}`.execute(
    context.database,
  )
  return { response: { data: await answerItems(context, ids) } }
}
