import {
  ApiError,
  type CallInput,
  type Calls,
  type ListedAccount,
  type StorageLimit,
} from '@cartouche/contract'
import { administratorRoleId } from '../../access/built-in-roles.ts'
import type { Context } from '../../access/context.ts'
import { recordAudit } from '../../access/audit/record-audit.ts'
import { withTransaction, type Database } from '../../ground/database/database.ts'
import { deleteRecord, patchOne } from '../../model/entities/write-entity.ts'
import { deleteFactorsOf, lockFactors } from '../factors/factors.sql.ts'
import { setStorageLimit } from '../../model/storage-limits/set-storage-limit.ts'
import { getSchemaOf } from '../../model/schemas/schema-registry.ts'
import { deleteSessionsOf } from '../session/session.sql.ts'
import { requireProof } from '../session/require-proof.ts'
import { notifyPerson } from '../session/notify-person.ts'
import { setDisabled, setPassword } from '../session/set-password.ts'
import { createPassword } from '../../ground/settings/create-password.ts'
import { listedAccount } from './find-accounts.ts'
import { requireAdministratorLeft } from './guard-account.ts'
import { requirePowerOver } from '../roles/require-power-over.ts'
import { findUsers } from './find-users.ts'
import { giveOwned } from './owned.sql.ts'

type Within = Context & { readonly database: Database }

/**
 * Changes what is given of an account; disabling ends its sessions.
 * @throws entity_not_found, invalid_parameter, last_administrator, administrator_only
 */
export async function updateAccount(
  context: Context,
  { id, disabled, storageLimit, ...change }: CallInput<Calls['updateAccount']>,
): Promise<ListedAccount> {
  const { kind } = await listedAccount(context, id)
  const schema = await getSchemaOf(context, kind)
  const json = kind === 'user' ? change : { name: change.name, role: change.role }
  const given = Object.fromEntries(Object.entries(json).filter(([, value]) => value !== undefined))
  return withTransaction(context.database, async (database) => {
    const within = { ...context, database }
    if (Object.keys(given).length > 0) await patchOne(within, schema, id, given)
    const account = await listedAccount(within, id)
    if (disabled !== undefined && disabled !== (account.state === 'disabled'))
      await switchAccount(within, account, disabled)
    if (storageLimit) await limitAccount(within, account, storageLimit)
    return listedAccount(within, id)
  })
}

async function limitAccount(context: Within, account: ListedAccount, limit: StorageLimit): Promise<void> {
  if (account.kind === 'application')
    throw new ApiError('invalid_parameter', { parameter: 'storageLimit', reason: 'applications own nothing' })
  await touch(context, account)
  await setStorageLimit(context, { resource: 'user', id: account.id, name: account.name }, limit)
}

async function switchAccount(context: Within, account: ListedAccount, disabled: boolean): Promise<void> {
  await touch(context, account)
  await setDisabled(context.database, account, disabled)
  if (disabled && account.role?.id === administratorRoleId) await requireAdministratorLeft(context.database)
  await recordAudit(context, context.database, {
    kind: `${account.kind}.${disabled ? 'disabled' : 'enabled'}`,
    target: targetOf(account),
  })
}

/**
 * Gives a user a password that is shown only now, and ends their sessions; with `factors` it takes their
 * second factors away too.
 * @throws entity_not_found, administrator_only, power_exceeded, proof_needed
 */
export async function resetPassword(
  context: Context,
  { id, factors }: CallInput<Calls['resetPassword']>,
): Promise<{ password: string }> {
  const account = await listedAccount(context, id, 'user')
  await touch(context, account)
  await requireProof(context)
  const password = createPassword()
  await withTransaction(context.database, async (database) => {
    const within = { ...context, database }
    if (!(await setPassword(database, account, password, { mustChange: true })))
      throw new ApiError('entity_not_found', { resource: 'user', id })
    await recordAudit(context, database, { kind: 'user.passwordReset', target: targetOf(account) })
    await notifyPerson(within, id, 'passwordReset')
    if (factors) await takeFactors(within, account)
  })
  return { password }
}

/**
 * Takes every second factor of a user away, who has lost them, and ends their sessions.
 * @throws entity_not_found, administrator_only, power_exceeded, proof_needed
 */
export async function resetFactors(
  context: Context,
  { id }: CallInput<Calls['resetFactors']>,
): Promise<{ id: number }> {
  const account = await listedAccount(context, id, 'user')
  await touch(context, account)
  await requireProof(context)
  await withTransaction(context.database, (database) => takeFactors({ ...context, database }, account))
  return { id }
}

async function takeFactors(context: Within, account: ListedAccount): Promise<void> {
  const { database } = context
  await lockFactors(database, account.id)
  await deleteFactorsOf(database, account.id)
  await deleteSessionsOf(database, account)
  await recordAudit(context, database, { kind: 'user.factorsReset', target: targetOf(account) })
  await notifyPerson(context, account.id, 'factorsReset')
}

/**
 * Deletes an account. All that it owns goes to a chosen user first; preferences and notifications go with it.
 * @throws entity_not_found, account_owns, entity_in_use, last_administrator, administrator_only,
 * invalid_parameter for a user who does not exist
 * @source decision 0069
 */
export async function deleteAccount(
  context: Context,
  { id, transferTo }: CallInput<Calls['deleteAccount']>,
): Promise<{ deletedId: number }> {
  const account = await listedAccount(context, id)
  if (transferTo === id)
    throw new ApiError('invalid_parameter', { parameter: 'transferTo', reason: 'it is who is deleted' })
  if (transferTo !== undefined) await findUsers(context, [transferTo], 'transferTo')
  const schema = await getSchemaOf(context, account.kind)
  await withTransaction(context.database, async (database) => {
    const within = { ...context, database }
    if (transferTo !== undefined) {
      await giveOwned(database, account, transferTo)
      await recordAudit(within, database, {
        kind: `${account.kind}.transferred`,
        target: targetOf(account),
        after: { transferTo },
      })
    }
    await deleteRecord(within, schema, id)
  })
  return { deletedId: id }
}

function targetOf({ kind, id, name }: ListedAccount): { resource: string; id: number; name: string } {
  return { resource: kind, id, name }
}

/** What lets somebody in is for whoever may do as much. @throws power_exceeded, administrator_only */
async function touch(context: Context, { role }: ListedAccount): Promise<void> {
  await requirePowerOver(context, [role?.id])
}
