import {
  ApiError,
  type CallAnswer,
  type CallInput,
  type Calls,
  type ProfileAnswer,
} from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { withTransaction } from '../../ground/database/database.ts'
import { noteWrite, stateBefore } from '../../model/entities/note-write.ts'
import { updateEntity } from '../../model/entities/entities.sql.ts'
import { getSchemaOf } from '../../model/schemas/schema-registry.ts'
import { project } from '../../model/search/project.ts'
import { changeOwnPassword, changePasswordSignedOut } from './change-password.ts'
import { getCurrentUser } from '../session/whoami.ts'
import { requireSignedIn } from '../../access/decide.ts'

type Input = CallInput<Calls['patchProfile']>

/**
 * Changes the own profile: the password (`login`, `password`, `newPassword`), the language, name, e-mail or
 * languages to write in (`json`). A password that must be changed is changed without a session, as there is
 * none to be had before.
 * @returns the user afterwards; without a session nothing but the login, and what signs in who has proved a
 * second factor.
 * @throws password_endpoint, sign_in_needed, access_denied, proof_needed for another e-mail address; what
 * `changeOwnPassword` and `changePasswordSignedOut` throw
 * @source portal §5, §7 Profile; decision 0112
 */
export async function patchProfile(
  context: Context,
  input: Input,
): Promise<CallAnswer<Calls['patchProfile']>> {
  if (input.json?.password !== undefined) throw new ApiError('password_endpoint')
  const { identity } = context
  if (identity.kind === 'application') throw new ApiError('access_denied')
  const changesPassword = input.password !== undefined || input.newPassword !== undefined
  if (changesPassword && identity.kind !== 'user' && !input.json) {
    return { response: { data: await changePasswordSignedOut(context, input) } }
  }
  const user = requireSignedIn(context.identity)
  if (changesPassword) await changeOwnPassword(context, user, input)
  if (input.json) await patchUser(context, user.id, input.json)
  return { response: { data: await getCurrentUser(context, user) } }
}

/**
 * Changes the language of the signed-in user, as existing clients ask for it.
 * @throws access_denied for the language of somebody else, sign_in_needed
 * @source wire facts "Requests": language change
 */
export async function updateOwnLanguage(
  context: Context,
  { id, json }: CallInput<Calls['updateOwnLanguage']>,
): Promise<ProfileAnswer> {
  const user = requireSignedIn(context.identity)
  if (user.kind !== 'user' || user.id !== id) throw new ApiError('access_denied')
  await patchUser(context, id, json)
  return { resource: 'user', response: { data: await getCurrentUser(context, user) } }
}

async function patchUser(
  context: Context,
  id: number,
  { bolang, name, email, contriblangs }: NonNullable<Input['json']>,
): Promise<void> {
  const props = {
    ...(bolang ? { locale: bolang.replace('_', '-') } : {}),
    ...(name?.trim() ? { name: name.trim() } : {}),
    ...(email === undefined ? {} : { email: email === '' ? null : email }),
    ...(contriblangs
      ? { contriblangs: [...new Set(contriblangs.map((code) => code.replace('_', '-')))] }
      : {}),
  }
  if (Object.keys(props).length === 0) return
  const schema = await getSchemaOf(context, 'user')
  await withTransaction(context.database, async (database) => {
    const before = await stateBefore(database, schema, id)
    await updateEntity(database, 'user', id, { props, modifiedBy: id })
    await project(database, schema, [id])
    await noteWrite({ ...context, database }, schema, id, before)
  })
}
