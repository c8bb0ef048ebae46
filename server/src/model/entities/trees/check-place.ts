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
 * @throws tree_circle, invalid_parameter
 */
export async function checkPlace(
  transaction: Database,
  schema: Schema,
  { id, parent, keepsNode = true }: Move,
): Promise<void> {
  const treeField = schema.treeField ?? ''
  const path = (await selectTreePaths(transaction, schema.resource, treeField, [parent])).get(parent) ?? []
  if (path.includes(id)) throw new ApiError('tree_circle')
  const depth =
    path.length + (keepsNode ? 1 : 0) + (await selectHeight(transaction, schema.resource, treeField, id))
  if (depth > maxTreeDepth)
    throw new ApiError('invalid_parameter', {
      parameter: treeField,
      reason: `a tree has at most ${maxTreeDepth} levels`,
    })
}
