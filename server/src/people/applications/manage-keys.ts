import {
  ApiError,
  type ApplicationKey,
  type CallAnswer,
  type CallInput,
  type Calls,
  type ListedAccount,
} from '@cartouche/contract'
import { recordAudit } from '../../access/audit/record-audit.ts'
import type { Context } from '../../access/context.ts'
import { requireAction } from '../../access/decide.ts'
import { withTransaction, type Database } from '../../ground/database/database.ts'
import { changeableAccounts, listedAccount } from '../accounts/find-accounts.ts'
import { createKey, endToCome } from '../accounts/make-account.ts'
import { requirePowerOver } from '../roles/require-power-over.ts'
import { hashPassword } from '../session/password-hash.ts'
import { requireProof } from '../session/require-proof.ts'
import { createToken } from '../session/tokens.ts'
import {
  deleteKey,
  endKeys,
  insertKey,
  lockApplication,
  selectEndingKeys,
  selectKey,
  selectKeysOf,
  updateKey,
  type KeyRow,
} from './keys.sql.ts'

type NewKey = CallAnswer<Calls['createApplicationKey']>

/** The keys of an application, the newest first. @throws entity_not_found */
export async function listApplicationKeys(
  context: Context,
  { id }: CallInput<Calls['listApplicationKeys']>,
): Promise<ApplicationKey[]> {
  await listedAccount(context, id, 'application')
  return (await selectKeysOf(context.database, id)).map(toKey)
}

/** The keys that end within 14 days of all applications that the user may change. @throws access_denied */
export async function listEndingKeys(context: Context): Promise<CallAnswer<Calls['listEndingKeys']>> {
  requireAction(context.identity, 'application', 'update')
  const rows = await selectEndingKeys(context.database, await changeableAccounts(context, 'application'))
  return rows.map((row) => ({
    ...toKey(row),
    application: { id: row.application_id, name: row.application_name },
  }))
}

/**
 * Gives an application another key.
 * @throws entity_not_found, administrator_only, power_exceeded, proof_needed; invalid_parameter for an end
 * that is over
 */
export async function createApplicationKey(
  context: Context,
  { id, name, expiresAt }: CallInput<Calls['createApplicationKey']>,
): Promise<NewKey> {
  const application = await touchedApplication(context, id)
  const end = endToCome(expiresAt)
  return keepNewKey(context, application, { name, login: createKey(application.name), end }, 'keyCreated')
}

/**
 * Puts another secret in the place of that of a key: whoever uses the one before has until `endsAt` to
 * change.
 * @throws entity_not_found, application_key_not_found, administrator_only, power_exceeded, proof_needed;
 * invalid_parameter for ends that are over
 */
export async function rotateApplicationKey(
  context: Context,
  { id, keyId, endsAt, expiresAt }: CallInput<Calls['rotateApplicationKey']>,
): Promise<NewKey> {
  const application = await touchedApplication(context, id)
  const { name, login } = await keyOf(context.database, id, keyId)
  const end = endToCome(expiresAt)
  const previousEnd = endToCome(endsAt, 'endsAt')
  return keepNewKey(context, application, { name, login, end, previousEnd }, 'secretRotated')
}

const hourMs = 3_600_000

/**
 * Gives an application another secret for its first key, which is the one with its own login. Without an
 * overlap the sessions that it opened end.
 * @throws entity_not_found, administrator_only, power_exceeded, proof_needed
 */
export async function rotateSecret(
  context: Context,
  { id, overlapHours }: CallInput<Calls['rotateSecret']>,
): Promise<CallAnswer<Calls['rotateSecret']>> {
  const application = await touchedApplication(context, id)
  const { login } = application
  const [first] = (await selectKeysOf(context.database, id)).filter((key) => key.login === login)
  const previousEnd = overlapHours === 0 ? null : new Date(Date.now() + overlapHours * hourMs)
  const { secret } = await keepNewKey(
    context,
    application,
    { name: first?.name ?? '', login, end: null, previousEnd },
    'secretRotated',
  )
  const { previousSecretUntil } = await listedAccount(context, id, 'application')
  return { key: login, secret, previousUntil: previousSecretUntil }
}

interface Draft {
  readonly name: string
  readonly login: string
  readonly end: Date | null
  /** When the keys before with this login end, null: at once. */
  readonly previousEnd?: Date | null
}

async function keepNewKey(
  context: Context,
  { id, kind, name: applicationName }: ListedAccount,
  { name, login, end, previousEnd }: Draft,
  verb: 'keyCreated' | 'secretRotated',
): Promise<NewKey> {
  const secret = createToken()
  const secretHash = await hashPassword(secret)
  return withTransaction(context.database, async (database) => {
    await lockApplication(database, id)
    const previousUntil =
      previousEnd === undefined ? undefined : await endKeys(database, id, login, previousEnd)
    const keyId = await insertKey(database, { applicationId: id, name, login, secretHash, expiresAt: end })
    await recordAudit(context, database, {
      kind: `application.${verb}`,
      target: { resource: kind, id, name: applicationName },
      after: {
        keyName: name,
        login,
        expiresAt: end?.toISOString(),
        ...(previousUntil === undefined ? {} : { previousUntil: previousUntil?.toISOString() ?? null }),
      },
    })
    return { key: toKey(await keyOf(database, id, keyId)), secret }
  })
}

/**
 * Changes the name of a key, or when it ends.
 * @throws entity_not_found, application_key_not_found, administrator_only, power_exceeded, proof_needed
 */
export async function updateApplicationKey(
  context: Context,
  { id, keyId, name, expiresAt }: CallInput<Calls['updateApplicationKey']>,
): Promise<ApplicationKey> {
  const application = await touchedApplication(context, id)
  return withTransaction(context.database, async (database) => {
    await lockApplication(database, id)
    const before = await keyOf(database, id, keyId)
    const end = expiresAt === undefined || expiresAt === null ? expiresAt : new Date(expiresAt)
    if (name !== undefined || end !== undefined) await updateKey(database, keyId, { name, expiresAt: end })
    const after = await keyOf(database, id, keyId)
    await recordAudit(context, database, {
      kind: 'application.keyUpdated',
      target: targetOf(application),
      before: seen(before),
      after: seen(after),
    })
    return toKey(after)
  })
}

/**
 * Takes a key away; nothing signs in by it any more, and the sessions that it opened are over.
 * @throws entity_not_found, application_key_not_found, administrator_only, power_exceeded
 */
export async function revokeApplicationKey(
  context: Context,
  { id, keyId }: CallInput<Calls['revokeApplicationKey']>,
): Promise<{ id: number }> {
  // Whoever takes a right away that was stolen is not asked first who they are.
  const application = await withPower(context, id)
  await withTransaction(context.database, async (database) => {
    await lockApplication(database, id)
    const key = await keyOf(database, id, keyId)
    await deleteKey(database, keyId)
    await recordAudit(context, database, {
      kind: 'application.keyRevoked',
      target: targetOf(application),
      before: seen(key),
    })
  })
  return { id: keyId }
}

/** Names and ends as the audit log records them. */
function seen({ name, login, expires_at }: KeyRow): Record<string, unknown> {
  return { keyName: name, login, expiresAt: expires_at?.toISOString() ?? null }
}

function targetOf({ kind, id, name }: ListedAccount): { resource: string; id: number; name: string } {
  return { resource: kind, id, name }
}

async function withPower(context: Context, id: number): Promise<ListedAccount> {
  const application = await listedAccount(context, id, 'application')
  await requirePowerOver(context, [application.role?.id])
  return application
}

/** What lets an application in is for whoever may do as much, and has just proved who they are. */
async function touchedApplication(context: Context, id: number): Promise<ListedAccount> {
  const application = await withPower(context, id)
  await requireProof(context)
  return application
}

async function keyOf(database: Database, id: number, keyId: number): Promise<KeyRow> {
  const key = await selectKey(database, id, keyId)
  if (!key) throw new ApiError('application_key_not_found', { id: keyId })
  return key
}

function toKey({ id, name, login, created_at, expires_at, last_used_on, state }: KeyRow): ApplicationKey {
  return {
    id,
    name,
    key: login,
    createdAt: created_at.toISOString(),
    expiresAt: expires_at?.toISOString() ?? null,
    lastUsedOn: last_used_on,
    state,
  }
}
