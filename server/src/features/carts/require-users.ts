import { ApiError } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { scopeOf } from '../../access/decide.ts'
import { listSchemas } from '../../model/schemas/schema-registry.ts'
import { keepInScope } from '../../model/search/find.ts'

/**
 * Refuses people whom the user is not allowed to see.
 * @throws invalid_parameter
 */
export async function requireUsers(
  context: Context,
  ids: readonly number[],
  parameter: string,
): Promise<void> {
  const where = { database: context.database, schemas: await listSchemas(context.database) }
  const known = new Set(
    await keepInScope(where, scopeOf(context.identity, 'user', 'view'), [...new Set(ids)]),
  )
  const unknown = ids.find((id) => !known.has(id))
  if (unknown !== undefined)
    throw new ApiError('invalid_parameter', { parameter, reason: `there is no user ${unknown}` })
}
