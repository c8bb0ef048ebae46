import { ApiError, type CallInput, type Calls, type RoleGrant, type RoleRecord } from '@cartouche/contract'
import { administratorRoleId } from '../../access/built-in-roles.ts'
import type { Context } from '../../access/context.ts'
import { requireRows } from '../../model/entities/decide-rows.ts'
import { createOne, deleteRecord, patchOne } from '../../model/entities/write-entity.ts'
import { recordAudit } from '../../access/audit/record-audit.ts'
import type { Grant } from '../../access/identity.ts'
import { requireToGrant } from '../../access/power.ts'
import { readGrants, type StoredGrant } from '../../access/read-grants.ts'
import { requirePowerOver } from './require-power-over.ts'
import { withTransaction, type Database } from '../../ground/database/database.ts'
import { getSchemaOf, readSchemas } from '../../model/schemas/schema-registry.ts'
import { lockSchemas } from '../../model/schemas/schemas.sql.ts'
import { setStorageLimit } from '../../model/storage-limits/set-storage-limit.ts'
import { checkGrants } from './check-grants.ts'
import { readRole } from './read-role.ts'
import { replaceGrants, selectGrants } from './role-grants.sql.ts'

/** Makes a role with its grants, at once. @throws grant_not_valid, access_denied */
export async function createRole(
  context: Context,
  { name, watermark, grants }: CallInput<Calls['createRole']>,
): Promise<RoleRecord> {
  const schema = await getSchemaOf(context, 'role')
  return withTransaction(context.database, async (database) => {
    const within = { ...context, database }
    const stored = await checkGrantsNow(database, grants)
    requireToGrant(context.identity, [], grantsOf(stored))
    const id = await createOne(within, schema, { name, watermark })
    await replaceGrants(database, id, stored)
    await requirePowerOver(within, [id])
    await recordAudit(within, database, {
      kind: 'role.grants',
      target: { resource: 'role', id, name },
      before: { grants: [] },
      after: { grants: stored },
    })
    return readRole(database, id)
  })
}

/**
 * Changes name, watermark, storage limit or all grants of a role. The administrator's grants stay: whoever
 * locks themself out could not come back.
 * @throws grant_not_valid, role_fixed, version_conflict, entity_not_found
 */
export async function updateRole(
  context: Context,
  { id, name, watermark, grants, storageLimit, version }: CallInput<Calls['updateRole']>,
): Promise<RoleRecord> {
  if (id === administratorRoleId && grants !== undefined) throw new ApiError('role_fixed')
  const schema = await getSchemaOf(context, 'role')
  await requireRows(context, schema, [id], 'update')
  return withTransaction(context.database, async (database) => {
    const within = { ...context, database }
    const stored = grants && (await checkGrantsNow(database, grants))
    // Written even where its own properties stay: the version shows it to a second writer.
    await patchOne(
      within,
      schema,
      id,
      { ...(name === undefined ? {} : { name }), ...(watermark === undefined ? {} : { watermark }) },
      { basedOn: version },
    )
    if (storageLimit) {
      await requirePowerOver(within, [id])
      const role = await readRole(database, id)
      await setStorageLimit(within, { resource: 'role', id, name: role.name }, storageLimit)
    }
    if (stored) {
      const before = await selectGrants(database, id)
      requireToGrant(context.identity, grantsOf(before), grantsOf(stored))
      await replaceGrants(database, id, stored)
      await requirePowerOver(within, [id])
      const role = await readRole(database, id)
      await recordAudit(within, database, {
        kind: 'role.grants',
        target: { resource: 'role', id, name: role.name },
        before: { grants: before },
        after: { grants: stored },
      })
    }
    return readRole(database, id)
  })
}

const grantsOf = (stored: readonly StoredGrant[]): readonly Grant[] => readGrants(JSON.stringify(stored))

/** Until the transaction ends, no field can be removed that the grants name. */
async function checkGrantsNow(transaction: Database, grants: readonly RoleGrant[]): Promise<StoredGrant[]> {
  await lockSchemas(transaction)
  return checkGrants(transaction, await readSchemas(transaction), grants)
}

/** Deletes a role that nobody has. @throws role_fixed, entity_in_use, entity_not_found */
export async function deleteRole(
  context: Context,
  { id }: CallInput<Calls['deleteRole']>,
): Promise<{ deletedId: number }> {
  await deleteRecord(context, await getSchemaOf(context, 'role'), id)
  return { deletedId: id }
}
