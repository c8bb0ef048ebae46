import {
  ApiError,
  defaultPageSize,
  type CallInput,
  type Calls,
  type EntityData,
  type TreeAnswer,
} from '@cartouche/contract'
import { resourcesOf, treeFields } from './fake-schemas.ts'
import { findIn, hitsFor, linkOf, type Searched } from './fake-search.ts'

type Find = CallInput<Calls['findTree']>
type Link = { readonly id: number } | null

/**
 * Nodes of a tree, nested in its own relation field; with full text, the hits with their paths.
 * @source decision 0015; wire facts "Trees"
 */
export function findTreeIn(store: Searched, input: Find): TreeAnswer {
  const [resource = ''] = resourcesOf(store.schemas, input.path)
  const field = treeFields[resource]
  if (field === undefined) throw new ApiError('not_a_tree', { resource })
  const nodes = new Map(store.list(resource).map((node) => [node.id, node]))
  const parentOf = (node: EntityData): EntityData | undefined => nodes.get((node[field] as Link)?.id ?? 0)
  if (input.fulltext !== undefined || input.treepath) {
    const answer = findIn(store, { ...input, query: input.query, fulltext: input.fulltext })
    const pathOf = (node: EntityData): EntityData[] => [
      ...(parentOf(node) ? pathOf(parentOf(node) as EntityData) : []),
      node,
    ]
    const data = answer.response.data.map((hit) =>
      typeof hit === 'string' ? hit : { ...hit, $treepath: pathOf(hit).slice(0, -1).map(linkOf) },
    )
    return { ...answer, response: { ...answer.response, data } }
  }
  const top = input.id
  if (top !== undefined && !nodes.has(top)) throw new ApiError('entity_not_found', { resource, id: top })
  const visible = new Set(
    hitsFor(store, { path: input.path, query: input.query, fulltext: undefined }).map(({ id }) => id),
  )
  const childrenOf = (id: number | undefined): readonly EntityData[] =>
    [...nodes.values()].filter((node) => visible.has(node.id) && parentOf(node)?.id === id)
  const nest = (node: EntityData, children: readonly EntityData[], next?: number): EntityData => {
    const parent = parentOf(node)
    const childCount = childrenOf(node.id).length
    return {
      ...node,
      [field]: { ...(parent ? linkOf(parent) : {}), $children: childCount === 0 ? null : children },
      $childCount: childCount,
      ...(next === undefined ? {} : { $nextToken: String(next) }),
    }
  }
  const { max = defaultPageSize } = input
  const nested = (node: EntityData, levels: number): EntityData => {
    const children = levels > 0 ? childrenOf(node.id) : []
    return nest(
      node,
      children.slice(0, max).map((child) => nested(child, levels - 1)),
      children.length > max ? max : undefined,
    )
  }
  const all = childrenOf(top)
  const start = Number(input.after ?? 0)
  const page = all.slice(start, start + max).map((node) => nested(node, (input.depth ?? 2) - 1))
  const end = start + page.length
  const below = top === undefined ? undefined : nodes.get(top)
  return {
    resource,
    name: resource,
    version: '1.0',
    apiversion: '2.4',
    headers: {},
    links: end < all.length ? { next: `?after=${end}`, nextResultsToken: String(end) } : {},
    ...(input.state === undefined ? {} : { state: input.state }),
    response: {
      count: page.length,
      total: all.length,
      data: below ? nest(below, page, end < all.length ? end : undefined) : page,
    },
  }
}
