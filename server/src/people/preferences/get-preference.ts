import type { CallAnswer, CallInput, Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { selectPreference } from './preferences.sql.ts'

/**
 * One preference of the user; empty data where there is none, and for an application, which has none.
 * @source wire facts "Preferences"; portal §6
 */
export async function getPreference(
  { identity, database }: Context,
  { namespace, key }: CallInput<Calls['getPreference']>,
): Promise<CallAnswer<Calls['getPreference']>> {
  const preference =
    identity.kind === 'user'
      ? await selectPreference(database, { userId: identity.id, namespace, key })
      : undefined
  return { response: { data: preference ?? {} } }
}
