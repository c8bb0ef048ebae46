import type { Routes } from '../../access/handler.ts'
import { administratorRoleId } from '../../access/built-in-roles.ts'
import { listSchemas } from '../../model/schemas/schema-registry.ts'
import { explainAccess } from './explain-access.ts'
import { grantablesOf } from './grantables.ts'
import { isBuiltIn, readRole } from './read-role.ts'
import { selectRoles } from './role-grants.sql.ts'
import { createRole, deleteRole, updateRole } from './write-role.ts'

/** Handlers of the calls about roles, their grants and what those come to. */
export const roleRoutes: Routes<
  'listRoles' | 'getRole' | 'createRole' | 'updateRole' | 'deleteRole' | 'listGrantables' | 'explainAccess'
> = {
  listRoles: async ({ database }) => ({
    roles: (await selectRoles(database)).map((row) => ({
      ...row,
      builtIn: isBuiltIn(row.id),
      fixed: row.id === administratorRoleId,
    })),
  }),
  getRole: async ({ database }, { id }) => readRole(database, id),
  createRole,
  updateRole,
  deleteRole,
  listGrantables: async (context) => ({
    grantables: grantablesOf(await listSchemas(context), context.locale),
  }),
  explainAccess,
}
