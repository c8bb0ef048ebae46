import { ApiError } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { scopeOf } from '../../access/decide.ts'
import { keepInScope } from '../../model/search/find.ts'
import { searchIn } from '../../model/search/search-in.ts'

/**
 * Refuses people whom the user is not allowed to see.
 * @throws invalid_parameter
 */
export async function requireUsers(
  context: Context,
  ids: readonly number[],
  parameter: string,
): Promise<void> {
  const where = await searchIn(context)
  const known = new Set(
    await keepInScope(where, scopeOf(context.identity, 'user', 'view'), [...new Set(ids)]),
  )
  const unknown = ids.find((id) => !known.has(id))
  if (unknown !== undefined)
    throw new ApiError('invalid_parameter', { parameter, reason: `there is no user ${unknown}` })
}
