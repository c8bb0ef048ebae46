import { ApiError } from '@cartouche/contract'
import { administratorRoleId, builtInRoles } from '../access/built-in-roles.ts'
import type { Context } from '../access/context.ts'
import { may } from '../access/decide.ts'
import type { Identity } from '../access/identity.ts'
import { updateCredential, type AccountKey } from '../session/credentials.sql.ts'
import { lockAdministrators, hasAdministrator } from './accounts.sql.ts'
import { countOwned } from './owned.sql.ts'
import type { Database } from '../database/database.ts'

type Values = Readonly<Record<string, unknown>> | undefined

/** A write of an entity that has just been made; undefined before it was there, and after it went. */
interface AccountWrite { readonly resource: string; readonly id: number; readonly before: Values; readonly after: Values }

/**
 * Looks at a write of a user or an application before it is committed: somebody must be left who may do everything, only such a
 * person makes and unmakes another, and a login is changed with its credential.
 * @throws last_administrator, administrator_only, invalid_parameter for a login that is taken
 * @source decisions 0068, 0069
 */
export async function guardAccount({ database, identity }: Context, { resource, id, before, after }: AccountWrite): Promise<void> {
  if (resource !== 'user' && resource !== 'application') return
  const [wasAdministrator, isNow] = [roleOf(before) === administratorRoleId, roleOf(after) === administratorRoleId]
  if (wasAdministrator || isNow) requireAdministrator(identity)
  if (wasAdministrator && !isNow) await requireAdministratorLeft(database)
  const login = after?.['login']
  if (before !== undefined && typeof login === 'string' && before['login'] !== login) await followLogin(database, { kind: resource, id }, login)
}

/** Refuses who may not do everything. @throws administrator_only */
export function requireAdministrator(identity: Identity): void {
  if (!isAdministrator(identity)) throw new ApiError('administrator_only')
}

function isAdministrator(identity: Identity): boolean {
  return (identity.kind === 'user' || identity.kind === 'application') && identity.role.grants.some(({ resource, action, rows }) => resource === '*' && action === '*' && !rows) && may(identity, 'role', 'update')
}

/** Somebody must be able to sign in who may do everything: at the end of every change that could leave nobody. @throws last_administrator */
export async function requireAdministratorLeft(database: Database): Promise<void> {
  await lockAdministrators(database)
  if (!await hasAdministrator(database)) throw new ApiError('last_administrator')
}

/**
 * Looks at a deletion before it happens: roles of the product stay, and what an account owns would go too, or belong to nobody.
 * @throws role_fixed, account_owns
 */
export async function guardDeletion(database: Database, { resource, id, name }: { readonly resource: string; readonly id: number; readonly name: string }): Promise<void> {
  if (resource === 'role' && builtInRoles.some((role) => role.id === id)) throw new ApiError('role_fixed')
  if (resource !== 'user' && resource !== 'application') return
  const count = Object.values(await countOwned(database, { kind: resource, id })).reduce((sum, one) => sum + one, 0)
  if (count > 0) throw new ApiError('account_owns', { name, count })
}

async function followLogin(database: Database, account: AccountKey, login: string): Promise<void> {
  try {
    await updateCredential(database, account, { login })
  } catch (error) {
    if ((error as { code?: string }).code === '23505') throw new ApiError('invalid_parameter', { parameter: 'login', reason: 'it is taken' })
    throw error
  }
}

function roleOf(values: Values): number | undefined {
  const ids = values?.['role']
  return Array.isArray(ids) ? Number(ids[0]) : undefined
}
