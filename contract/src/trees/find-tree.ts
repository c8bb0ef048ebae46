import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { EntityData } from '../entities/entity.ts'
import { FindParameters, ListAnswer } from '../entities/find-entities.ts'
import { id } from '../parameters.ts'

/** A list of nodes; below a node that was named, that node alone. */
export const TreeAnswer = ListAnswer.extend({
  response: ListAnswer.shape.response.extend({
    data: z.union([EntityData, ListAnswer.shape.response.shape.data]),
  }),
})
export type TreeAnswer = z.output<typeof TreeAnswer>

/**
 * Nodes of a tree. Children nest in the tree's own relation field: `{id, name, parent: {id, name, $children:
 * […]}}`; a root has `$children` there alone. `$childCount` counts all children of a node; where it has more
 * than `max`, `$nextToken` is the `after` of the node's own address for the others. `withAggregates` counts,
 * by `{resource}.{field}` of those who link to the nodes: `count` directly, `total` with all below. With
 * `fulltext` the answer is a flat page of hits with their `$treepath`.
 * @source wire facts "Trees"; decision 0015
 */
export const findTree = defineCall({
  name: 'findTree',
  method: 'GET',
  path: '/rest/{path}/tree',
  alsoAt: ['/rest/{path}/tree/{id}'],
  pathKind: 'tree',
  access: 'entity/view',
  summary: 'Nodes of a tree, nested: its roots, or what is below a node',
  source: 'data-layer §7 Trees; wire facts "Trees"',
  input: FindParameters.extend({ id: id.optional() }),
  answers: TreeAnswer,
  errors: [
    'query_syntax',
    'query_too_large',
    'query_too_slow',
    'searches_waiting',
    'unknown_field',
    'unknown_resource',
    'entity_not_found',
    'token_mismatch',
    'not_a_tree',
    'invalid_parameter',
  ],
})
