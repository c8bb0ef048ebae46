import { ApiError } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { scopeOf } from '../../access/decide.ts'
import { keepInScope } from '../../model/search/find.ts'
import { searchIn } from '../../model/search/search-in.ts'

/** An entity by its resource, in lower case, and number. */
export interface SeenEntity {
  readonly resource: string
  readonly id: number
}

/**
 * An entity that the caller may see.
 * @throws unknown_resource, entity_not_found
 */
export async function requireSeen(context: Context, object: string, id: number): Promise<SeenEntity> {
  const where = await searchIn(context)
  const resource = object.toLowerCase()
  if (!where.schemas.has(resource)) throw new ApiError('unknown_resource', { resource })
  const seen = await keepInScope(where, scopeOf(context.identity, resource, 'view'), [id])
  if (seen.length === 0) throw new ApiError('entity_not_found', { resource, id })
  return { resource, id }
}
