import { ApiError } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { scopeOf } from '../../access/decide.ts'
import { keepInScope } from '../../model/search/find.ts'
import { searchIn } from '../../model/search/search-in.ts'

/**
 * Users whom the user may see, each once.
 * @throws invalid_parameter where one of them does not exist or is not theirs to see
 */
export async function findUsers(
  context: Context,
  ids: readonly number[],
  parameter: string,
): Promise<number[]> {
  const unique = [...new Set(ids)]
  const where = await searchIn(context)
  const known = new Set(await keepInScope(where, scopeOf(context.identity, 'user', 'view'), unique))
  const unknown = unique.find((id) => !known.has(id))
  if (unknown !== undefined)
    throw new ApiError('invalid_parameter', { parameter, reason: `there is no user ${unknown}` })
  return unique
}
