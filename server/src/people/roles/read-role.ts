import { ApiError, type RoleRecord } from '@cartouche/contract'
import { administratorRoleId, builtInRoles } from '../../access/built-in-roles.ts'
import type { Database } from '../../ground/database/database.ts'
import { selectStorageLimit } from '../../model/storage-limits/storage-limits.sql.ts'
import { selectGrants, selectRole, selectSchemaGrants } from './role-grants.sql.ts'

/** Whether a role came with the product. */
export const isBuiltIn = (id: number): boolean => builtInRoles.some((role) => role.id === id)

/** A role with all that it grants. @throws entity_not_found */
export async function readRole(database: Database, id: number): Promise<RoleRecord> {
  const row = await selectRole(database, id)
  if (!row) throw new ApiError('entity_not_found', { resource: 'role', id })
  const [grants, bySchemas] = [await selectGrants(database, id), await selectSchemaGrants(database, id)]
  return {
    ...row,
    builtIn: isBuiltIn(id),
    fixed: id === administratorRoleId,
    grants: grants.map((grant) => ({ ...grant, rows: grant.rows === null ? null : { ...grant.rows } })),
    bySchemas,
    storageLimit: await selectStorageLimit(database, { resource: 'role', id }),
  }
}
