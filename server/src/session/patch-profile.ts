import { ApiError, type CallInput, type Calls, type Surfer } from '@cartouche/contract'
import type { Context } from '../access/context.ts'
import { withTransaction } from '../database/database.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { noteWrite, stateBefore } from '../entities/note-write.ts'
import { updateEntity } from '../entities/entities.sql.ts'
import { listMethods } from '../factors/require-factor.ts'
import { getSchemaOf } from '../schemas/schema-registry.ts'
import { project } from '../search/project.ts'
import { foldLogin } from './credentials.sql.ts'
import { requireGoodPassword } from './password-rules.ts'
import { provePassword } from './prove-password.ts'
import { setPassword } from './set-password.ts'
import { getSurfer, requireSignedIn } from './whoami.ts'

type Input = CallInput<Calls['patchProfile']>

/**
 * Changes the own profile: the password (`login`, `password`, `newPassword`), the language, name, e-mail or languages to write in (`json`). A password that
 * must be changed is changed without a session, as there is none to be had before.
 * @returns the surfer afterwards; without a session nothing but the login.
 * @throws password_endpoint, sign_in_needed, sign_in_failed, too_many_guesses, password_too_weak, password_is_login, password_not_new, password_too_common, access_denied
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
  const { id, name, must_change } = await provePassword(context, { kind: 'user', login, password })
  // Who has a second factor is not locked out by who knows the password alone.
  if (!own && !must_change && (await listMethods(context, id)).length > 0) throw new ApiError('sign_in_needed')
  requireGoodPassword(newPassword, { login, present: password })
  await withTransaction(database, async (transaction) => {
    await setPassword(transaction, { kind: 'user', id }, newPassword, { keepSession: own?.id === id ? own.session.key : undefined })
    await recordAudit(context, transaction, { kind: 'user.passwordChanged', actor: { kind: 'user', id, name }, target: { resource: 'user', id, name } })
  })
}

async function patchUser(context: Context, id: number, { bolang, name, email, contriblangs }: NonNullable<Input['json']>): Promise<void> {
  const props = {
    ...(bolang ? { locale: bolang.replace('_', '-') } : {}), ...(name?.trim() ? { name: name.trim() } : {}), ...(email === undefined ? {} : { email: email === '' ? null : email }),
    ...(contriblangs ? { contriblangs: [...new Set(contriblangs.map((code) => code.replace('_', '-')))] } : {}),
  }
  if (Object.keys(props).length === 0) return
  const schema = await getSchemaOf(context.database, 'user')
  await withTransaction(context.database, async (database) => {
    const before = await stateBefore(database, schema, id)
    await updateEntity(database, 'user', id, { props, modifiedBy: id })
    await project(database, schema, [id])
    await noteWrite({ ...context, database }, schema, id, before)
  })
}
