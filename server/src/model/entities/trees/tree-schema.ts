import type { Schema } from '../../schemas/schema.ts'

/** A schema whose entities link to a parent of their own kind. */
export type TreeSchema = Schema & { readonly treeField: string }

/** Whether a resource is a tree. */
export function isTree(schema: Schema): schema is TreeSchema {
  return schema.treeField !== null
}
