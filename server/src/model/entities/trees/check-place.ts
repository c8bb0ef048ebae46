import { ApiError, maxTreeDepth } from '@cartouche/contract'
import type { Database } from '../../../ground/database/database.ts'
import type { Schema } from '../../schemas/schema.ts'
import { selectHeight, selectTreePaths } from './trees.sql.ts'

/** A node, or with `keepsNode: false` what is below it alone, on its way below a parent. */
interface Move {
  readonly id: number
  readonly parent: number
  readonly keepsNode?: boolean
}

/**
 * Refuses a place in a tree that cannot be: below the node itself, or deeper than trees go.
 * @throws invalid_parameter
 */
export async function checkPlace(
  transaction: Database,
  schema: Schema,
  { id, parent, keepsNode = true }: Move,
): Promise<void> {
  const treeField = schema.treeField ?? ''
  const path = (await selectTreePaths(transaction, schema.resource, treeField, [parent])).get(parent) ?? []
  if (path.includes(id)) throw bad(treeField, 'a node cannot lie below itself')
  const depth =
    path.length + (keepsNode ? 1 : 0) + (await selectHeight(transaction, schema.resource, treeField, id))
  if (depth > maxTreeDepth) throw bad(treeField, `a tree has at most ${maxTreeDepth} levels`)
}

function bad(parameter: string, reason: string): ApiError {
  return new ApiError('invalid_parameter', { parameter, reason })
}
