import { ApiError, type CallAnswer, type CallInput, type Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { selectPreference, upsertPreference, deletePreferenceRow } from './preferences.sql.ts'
import { requirePerson } from '../../access/decide.ts'

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
