import { ApiError, isApiError } from '@cartouche/contract'
import type { Database } from '../../ground/database/database.ts'
import type { Schemas } from '../../model/schemas/schema-registry.ts'
import { compileRule } from './check-grants.ts'
import { selectRuledGrants } from './role-grants.sql.ts'

/**
 * Refuses to remove a field that a row rule needs, by itself or on a path through it: without it the rule
 * could not be asked, and the role would see nothing but errors. `before` and `after`: the schemas with the
 * field and without.
 * @throws field_in_rules with the names of the roles
 * @source decision 0068
 */
export async function refuseRuledField(
  database: Database,
  field: string,
  before: Schemas,
  after: Schemas,
): Promise<void> {
  const roles = new Set<string>()
  for (const { role, ...grant } of await selectRuledGrants(database)) {
    const compilesBy = (schemas: Schemas): Promise<boolean> =>
      compileRule(database, schemas, grant).then(
        () => true,
        (error: unknown) => {
          if (isApiError(error)) return false
          throw error
        },
      )
    // What does not hold even now is no reason to keep the field.
    if (!roles.has(role) && !(await compilesBy(after)) && (await compilesBy(before))) roles.add(role)
  }
  if (roles.size > 0) throw new ApiError('field_in_rules', { field, roles: [...roles].join(', ') })
}
