import type { EntityData } from '@cartouche/contract'
import type { Context } from '../../../access/context.ts'
import { scopeOf } from '../../../access/decide.ts'
import { readEntities } from '../read-entities.ts'
import { keepInScope } from '../../search/find.ts'
import type { TreeSchema } from './tree-schema.ts'
import { selectTreePaths } from './trees.sql.ts'
import { searchIn } from '../../search/search-in.ts'

/** How paths are written. */
interface PathOptions {
  /** Where they start: a node's id; the root where it is missing, -1 or not on the path. */
  readonly treetop?: number | undefined
  /** Properties of each node of a path beside its id and name. */
  readonly treepathprops?: readonly string[] | undefined
}

/**
 * Nodes with `$treepath`: their ancestors `[{id, name}, …]`, root first. Nodes that the user may not see are
 * left out of it.
 * @source wire facts "Trees"
 */
export async function withTreePaths(
  context: Context,
  schema: TreeSchema,
  nodes: readonly EntityData[],
  { treetop = -1, treepathprops = [] }: PathOptions,
): Promise<EntityData[]> {
  const paths = await selectTreePaths(
    context.database,
    schema.resource,
    schema.treeField,
    nodes.map(({ id }) => id),
  )
  const ids = [...new Set([...paths.values()].flat())]
  const where = await searchIn(context)
  const visible = await keepInScope(where, scopeOf(context.identity, schema.resource, 'view'), ids)
  const steps = new Map(
    (await readEntities(context, schema, visible, { props: ['name', ...treepathprops] })).map((step) => [
      step.id,
      stepOf(step, treepathprops),
    ]),
  )
  return nodes.map((node) => {
    const path = paths.get(node.id) ?? [node.id]
    const start = Math.max(0, path.indexOf(treetop))
    return { ...node, $treepath: path.slice(start, -1).flatMap((id) => steps.get(id) ?? []) }
  })
}

function stepOf(node: EntityData, props: readonly string[]): Record<string, unknown> {
  return {
    id: node.id,
    name: node.name ?? '',
    ...Object.fromEntries(props.map((name) => [name, node[name] ?? null])),
  }
}
