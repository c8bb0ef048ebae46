import type { CallAnswer, CallInput, Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { requirePerson } from '../../access/decide.ts'
import { deletePreferenceRow } from './preferences.sql.ts'

/**
 * Takes a preference of the user away; one that is not there is gone already.
 * @throws access_denied to an application
 */
export async function deletePreference(
  { identity, database }: Context,
  { namespace, key }: CallInput<Calls['deletePreference']>,
): Promise<CallAnswer<Calls['deletePreference']>> {
  const { id: userId } = requirePerson(identity)
  await deletePreferenceRow(database, { userId, namespace, key })
  return { response: { data: {} } }
}
