import { usageKindOf, type CallAnswer, type CallInput, type Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { requireSeen } from './require-seen.ts'

/**
 * Keeps that the caller did something with an entity, now.
 * @throws unknown_resource, entity_not_found, too_many_guesses
 * @source data-layer §7 Analytics
 */
export async function logObjectData(
  context: Context,
  { object, id, actionId }: CallInput<Calls['logObjectData']>,
): Promise<CallAnswer<Calls['logObjectData']>> {
  context.usage.admit(context)
  const entity = await requireSeen(context, object, id)
  return { logged: context.usage.note(context, { kind: usageKindOf(actionId), ...entity }) }
}
