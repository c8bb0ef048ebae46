import { ApiError, type CallInput, type Calls, type Surfer } from '@cartouche/contract'
import type { Context } from '../access/context.ts'
import { withTransaction } from '../database/database.ts'
import { updateEntity } from '../entities/entities.sql.ts'
import { getSchemaOf } from '../schemas/schema-registry.ts'
import { project } from '../search/project.ts'
import { foldLogin } from './credentials.sql.ts'
import { requireGoodPassword } from './password-rules.ts'
import { provePassword } from './prove-password.ts'
import { setPassword } from './set-password.ts'
import { getSurfer, requireSignedIn } from './whoami.ts'

type Input = CallInput<Calls['patchProfile']>

/**
 * Changes the own profile: the password (`login`, `password`, `newPassword`), the language or the name (`json`). A password that
 * must be changed is changed without a session, as there is none to be had before.
 * @returns the surfer afterwards; without a session nothing but the login.
 * @throws password_endpoint, sign_in_needed, sign_in_failed, too_many_guesses, password_too_weak, access_denied
 * @source portal §5, §7 Profile
 */
export async function patchProfile(context: Context, input: Input): Promise<{ response: { data: Partial<Surfer> } }> {
  if (input.json?.password !== undefined) throw new ApiError('password_endpoint')
  const { identity } = context
  if (identity.kind === 'application') throw new ApiError('access_denied')
  const changesPassword = input.password !== undefined || input.newPassword !== undefined
  if (changesPassword && identity.kind !== 'user' && !input.json) {
    await changePassword(context, input)
    return { response: { data: { login: foldLogin(input.login ?? '') } } }
  }
  const user = requireSignedIn(context)
  if (changesPassword) await changePassword(context, input)
  if (input.json) await patchUser(context, user.id, input.json)
  return { response: { data: await getSurfer(context, user) } }
}

async function changePassword(context: Context, { login: given, password, newPassword }: Input): Promise<void> {
  const { identity, database } = context
  const own = identity.kind === 'user' ? identity : undefined
  const login = given ?? own?.login ?? requireSignedIn(context).login
  if (!password) throw new ApiError('invalid_parameter', { parameter: 'password', reason: 'the present password is needed' })
  if (!newPassword) throw new ApiError('invalid_parameter', { parameter: 'newPassword', reason: 'the new password is needed' })
  const { id } = await provePassword(context, { kind: 'user', login, password })
  requireGoodPassword(newPassword, login)
  if (newPassword === password) throw new ApiError('invalid_parameter', { parameter: 'newPassword', reason: 'it is the present password' })
  await setPassword(database, { kind: 'user', id }, newPassword, { keepSession: own?.id === id ? own.session.key : undefined })
}

async function patchUser({ database }: Context, id: number, { bolang, name }: NonNullable<Input['json']>): Promise<void> {
  const props = { ...(bolang ? { locale: bolang.replace('_', '-') } : {}), ...(name?.trim() ? { name: name.trim() } : {}) }
  if (Object.keys(props).length === 0) return
  const schema = await getSchemaOf(database, 'user')
  await withTransaction(database, async (transaction) => {
    await updateEntity(transaction, 'user', id, { props, modifiedBy: id })
    await project(transaction, schema, [id])
  })
}
