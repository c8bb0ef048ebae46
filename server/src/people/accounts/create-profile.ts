import { ApiError, calls, type CallInput, type Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { requireAction } from '../../access/decide.ts'
import type { Schema } from '../../model/schemas/schema.ts'
import { requireGoodPassword } from '../session/password-rules.ts'
import { makeAccount } from './make-account.ts'

type Input = CallInput<Calls['createProfile']>
type Answer = { resource: 'user'; response: { data: { id: number; login: string; name: string } } }

/**
 * Makes a user who can sign in, by right. The first sign-in asks for a password of their own, unless
 * `mustChange` is false.
 * @throws sign_in_needed, access_denied, password_too_weak, password_is_login, password_too_common,
 * administrator_only; invalid_parameter for a login that is taken or a role that does not exist
 * @source portal §7 Profile
 */
export async function createProfile(context: Context, { json }: Input): Promise<Answer> {
  requireAction(context.identity, 'user', 'create')
  const { login, password, name, email, locale, role, mustChange } = json
  requireGoodPassword(password, { login })
  const id = await makeAccount(context, {
    kind: 'user',
    login,
    password,
    name,
    roleId: role,
    mustChange,
    ...(email ? { email } : {}),
    ...(locale ? { locale: locale.replace('_', '-') } : {}),
  })
  return { resource: 'user', response: { data: { id, login, name } } }
}

/**
 * Whether what is to be made is a profile: a user who can sign in. One without a password is only simulated.
 * @throws invalid_parameter for an application, whose key and secret another call answers
 */
export function isAccount(
  { resource }: Schema,
  json: Readonly<Record<string, unknown>>,
  simu = false,
): boolean {
  if (resource === 'application' && !simu)
    throw new ApiError('invalid_parameter', {
      parameter: 'resource',
      reason: 'an application is made at /rest/administration/applications, which tells its key and secret',
    })
  return resource === 'user' && (json['password'] !== undefined || !simu)
}

/** The same from the properties of an entity. @returns its id */
export async function createProfileEntity(
  context: Context,
  json: Readonly<Record<string, unknown>>,
): Promise<number> {
  const parsed = calls.createProfile.input.safeParse({ json })
  if (!parsed.success)
    throw new ApiError('invalid_parameter', {
      parameter: parsed.error.issues[0]?.path.at(-1)?.toString() ?? 'json',
      reason: parsed.error.issues[0]?.message ?? 'not valid',
    })
  return (await createProfile(context, parsed.data)).response.data.id
}
