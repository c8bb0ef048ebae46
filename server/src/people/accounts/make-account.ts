import { ApiError, type CallInput, type Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { requireAction } from '../../access/decide.ts'
import { withTransaction } from '../../ground/database/database.ts'
import { noteWrite } from '../../model/entities/note-write.ts'
import { getSchemaOf } from '../../model/schemas/schema-registry.ts'
import { requireProof } from '../session/require-proof.ts'
import { createToken } from '../session/tokens.ts'
import { createPassword } from '../../ground/settings/create-password.ts'
import { createAccount, type AccountDraft } from './create-account.ts'

/**
 * Makes an account for somebody who may: checked and recorded as every write of accounts is, or not made at
 * all.
 * @returns its id
 * @throws proof_needed, administrator_only; invalid_parameter for a login that is taken or a role that does
 * not exist
 */
export async function makeAccount(context: Context, draft: AccountDraft): Promise<number> {
  // Applications create profiles at any time, and cannot answer a prompt.
  if (context.identity.kind === 'user') await requireProof(context)
  const schema = await getSchemaOf(context, draft.kind)
  return withTransaction(context.database, async (database) => {
    const within = { ...context, database }
    const id = await createAccount(within, draft)
    await noteWrite(within, schema, id, undefined)
    return id
  })
}

/** Makes a user, whose password is shown only now. @throws as `makeAccount` does */
export async function createUser(
  context: Context,
  { login, name, email, locale, role }: CallInput<Calls['createUser']>,
): Promise<{ id: number; login: string; password: string }> {
  requireAction(context.identity, 'user', 'create')
  const password = createPassword()
  const id = await makeAccount(context, {
    kind: 'user',
    login,
    password,
    name,
    roleId: role,
    mustChange: true,
    ...(email ? { email } : {}),
    ...(locale ? { locale: locale.replace('_', '-') } : {}),
  })
  return { id, login, password }
}

/**
 * Makes an application, whose secret is shown only now.
 * @throws as `makeAccount` does; invalid_parameter for an end that is over
 */
export async function createApplication(
  context: Context,
  { name, role, expiresAt }: CallInput<Calls['createApplication']>,
): Promise<{ id: number; key: string; secret: string }> {
  requireAction(context.identity, 'application', 'create')
  const [key, secret] = [createKey(name), createToken()]
  const id = await makeAccount(context, {
    kind: 'application',
    login: key,
    password: secret,
    name,
    roleId: role,
    keyExpiresAt: endToCome(expiresAt),
  })
  return { id, key, secret }
}

/** When a key ends; null: never. @throws invalid_parameter for an instant that is over */
export function endToCome(end: string | null, parameter = 'expiresAt'): Date | null {
  if (end === null) return null
  if (Date.parse(end) <= Date.now())
    throw new ApiError('invalid_parameter', { parameter, reason: 'it is over' })
  return new Date(end)
}

const randomOfKey = 8

/** A key that says whose it is: `website-3f9c01ab`. */
export function createKey(name: string): string {
  const readable = name
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40)
    .toLowerCase()
  return `${readable || 'application'}-${createToken()
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .slice(0, randomOfKey)
    .toLowerCase()}`
}
