import { ApiError } from '@cartouche/contract'
import type { EntityDeletion, EntityValues, EntityWrite } from '../../model/schemas/model-hooks.ts'
import { administratorRoleId, builtInRoles } from '../../access/built-in-roles.ts'
import { grantsOfSchemas, requirePower } from '../../access/power.ts'
import { requirePowerOver, type Asking } from '../roles/require-power-over.ts'
import { selectPower } from '../roles/role-grants.sql.ts'
import { updateCredential, type AccountKey } from '../session/credentials.sql.ts'
import { lockAdministrators, hasAdministrator } from './accounts.sql.ts'
import { countOwned } from './owned.sql.ts'
import type { Database } from '../../ground/database/database.ts'

type Values = EntityValues | undefined

/**
 * Looks at a write that may change what somebody may do, before it is committed: nobody gives, changes, takes
 * or touches what may do more than they, somebody must be left who may do everything, and a login is changed
 * with its credential.
 * @throws power_exceeded, administrator_only, last_administrator, invalid_parameter for a login that is taken
 * @source decisions 0068, 0069, 0110
 */
export async function guardAccount(asking: Asking, write: EntityWrite): Promise<void> {
  const { resource, id, before, after } = write
  if (resource === 'role') return guardRole(asking, id, [before, after])
  if (resource === 'schema') return guardSchema(asking, before, after)
  if (resource !== 'user' && resource !== 'application') return
  const [was, is] = [roleOf(before), roleOf(after)]
  const isOwn = asking.identity.kind === resource && asking.identity.id === id
  // Whoever changes their own name or language changes nobody's rights.
  if (!isOwn || was !== is) await requirePowerOver(asking, [was, is])
  if (was === administratorRoleId && is !== administratorRoleId)
    await requireAdministratorLeft(asking.database)
  const login = after?.['login']
  if (before !== undefined && typeof login === 'string' && before['login'] !== login)
    await followLogin(asking.database, { kind: resource, id }, login)
}

/** Its grants are rows of their own; whether its pictures are watermarked counts as it was and as it is. */
async function guardRole(
  { database, identity }: Asking,
  id: number,
  states: readonly Values[],
): Promise<void> {
  const power = await selectPower(database, id)
  const watermark = states.every((state) => state === undefined || state['watermark'] !== false)
  if (power) requirePower(identity, { ...power, watermark })
}

/** A schema that names a role gives it rights, and one that no longer does takes them. */
async function guardSchema(asking: Asking, before: Values, after: Values): Promise<void> {
  const resource = String((after ?? before)?.['name'])
  for (const [field, given] of [
    ['readers', grantsOfSchemas([resource], [])],
    ['writers', grantsOfSchemas([], [resource])],
  ] as const) {
    const [was, is] = [idsIn(before, field), idsIn(after, field)]
    const changed = [...was.filter((id) => !is.includes(id)), ...is.filter((id) => !was.includes(id))]
    if (changed.length === 0) continue
    requirePower(asking.identity, { grants: given, watermark: true })
    await requirePowerOver(asking, changed)
  }
}

/**
 * Somebody must be able to sign in who may do everything: at the end of every change that could leave nobody.
 * @throws last_administrator
 */
export async function requireAdministratorLeft(database: Database): Promise<void> {
  await lockAdministrators(database)
  if (!(await hasAdministrator(database))) throw new ApiError('last_administrator')
}

/**
 * Looks at a deletion before it happens: roles of the product stay, and what an account owns would go too, or
 * belong to nobody.
 * @throws role_fixed, account_owns, power_exceeded, administrator_only
 */
export async function guardDeletion(
  asking: Asking,
  { resource, id, name, values }: EntityDeletion,
): Promise<void> {
  if (resource === 'role' && builtInRoles.some((role) => role.id === id)) throw new ApiError('role_fixed')
  if (resource === 'role') await requirePowerOver(asking, [id])
  if (resource !== 'user' && resource !== 'application') return
  await requirePowerOver(asking, [roleOf(values)])
  const count = Object.values(await countOwned(asking.database, { kind: resource, id })).reduce(
    (sum, one) => sum + one,
    0,
  )
  if (count > 0) throw new ApiError('account_owns', { name, count })
}

async function followLogin(database: Database, account: AccountKey, login: string): Promise<void> {
  try {
    await updateCredential(database, account, { login })
  } catch (error) {
    if ((error as { code?: string }).code === '23505')
      throw new ApiError('invalid_parameter', { parameter: 'login', reason: 'it is taken' })
    throw error
  }
}

function roleOf(values: Values): number | undefined {
  return idsIn(values, 'role')[0]
}

function idsIn(values: Values, field: string): number[] {
  const ids = values?.[field]
  return Array.isArray(ids) ? ids.map(Number) : []
}
