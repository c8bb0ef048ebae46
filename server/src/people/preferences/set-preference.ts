import { ApiError, type CallAnswer, type CallInput, type Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { requirePerson } from '../../access/decide.ts'
import { upsertPreference } from './preferences.sql.ts'

/** @source decision 0061 */
const maxPreferences = 1000

/**
 * Sets a preference of the user.
 * @throws access_denied to an application, preferences_full
 */
export async function setPreference(
  { identity, database }: Context,
  { namespace, key, type, value }: CallInput<Calls['setPreference']>,
): Promise<CallAnswer<Calls['setPreference']>> {
  const { id: userId } = requirePerson(identity)
  if (!(await upsertPreference(database, { userId, namespace, key }, { type, value, max: maxPreferences })))
    throw new ApiError('preferences_full', { max: maxPreferences })
  return { response: { data: { namespace, key, type, value } } }
}
