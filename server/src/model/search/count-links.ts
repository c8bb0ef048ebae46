import { seesAll, type Scope } from '../../access/decide.ts'
import { isLink } from '../schemas/schema.ts'
import { countSets } from './counts.ts'
import { selectFacetValueIdsByKey } from './facet-values.sql.ts'
import { compileHitCondition, keepInScope, type Search, type SearchIn } from './find.ts'
import { selectSubtrees } from './tree.sql.ts'

/**
 * How many rows link to a node: `direct` to the node itself, `below` to it or to anything below it, each row
 * once.
 */
export interface LinkCounts {
  readonly direct: number
  readonly below: number
}

/**
 * Counts the hits of a search that link by a field to each of these nodes; all nodes in one pass, where the
 * numbers are in memory.
 * @returns by node; a field that links to nothing gives none
 * @source decisions 0012 and 0015
 */
export async function countLinks(
  where: SearchIn,
  search: Search,
  fieldName: string,
  nodes: readonly number[],
): Promise<Map<number, LinkCounts>> {
  const { database, schemas } = where
  const { scope } = search
  const field = schemas.get(scope.resource)?.fields.get(fieldName)
  if (!field || !isLink(field) || nodes.length === 0) return new Map()
  const treeField = schemas.get(field.target)?.treeField
  const all = treeField
    ? await selectSubtrees(database, field.target, treeField, nodes)
    : new Map(nodes.map((node) => [node, [node]]))
  const subtrees = await visibleNodes(where, scope.reader.sees(field.target), all)
  const [values, condition] = await Promise.all([
    selectFacetValueIdsByKey(
      database,
      scope.resource,
      fieldName,
      [...new Set([...subtrees.values()].flat())].map(String),
    ),
    compileHitCondition(where, search),
  ])
  const valuesOf = (ids: readonly number[]): number[] => ids.flatMap((id) => values.get(String(id)) ?? [])
  const parents = [...subtrees].filter(([, ids]) => ids.length > 1)
  const { byValue, bySet } = await countSets(where, {
    resource: scope.resource,
    condition,
    field: fieldName,
    sets: parents.map(([, ids]) => valuesOf(ids)),
  })
  const below = new Map(parents.map(([node], at) => [node, bySet[at] ?? 0]))
  return new Map(
    [...subtrees.keys()].map((node) => {
      const direct = byValue.get(values.get(String(node)) ?? 0) ?? 0
      return [node, { direct, below: below.get(node) ?? direct }]
    }),
  )
}

/** What is below nodes, without those that may not be seen. */
async function visibleNodes(
  where: SearchIn,
  scope: Scope,
  subtrees: Map<number, number[]>,
): Promise<Map<number, number[]>> {
  if (seesAll(scope)) return subtrees
  const seen = new Set(await keepInScope(where, scope, [...new Set([...subtrees.values()].flat())]))
  return new Map([...subtrees].map(([node, ids]) => [node, ids.filter((id) => seen.has(id))]))
}
