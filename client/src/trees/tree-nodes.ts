import type { EntityData, FacetValue } from '@cartouche/contract/wire'

/** A node as it was loaded. */
export interface LoadedNode {
  readonly id: number
  /** Its key in the entity store, null of nodes that only a path named. */
  readonly key: string | null
  readonly name: string
  readonly parent: number | null
  readonly children: readonly number[]
  readonly childCount: number | null
  /** Brings its further children; null when there are none. */
  readonly token: string | null
}

/** What was loaded of a tree. */
export interface TreeContent {
  readonly roots: readonly number[]
  readonly nodes: ReadonlyMap<number, LoadedNode>
  readonly hits: readonly number[] | null
  readonly total: number
  readonly token: string | null
  readonly counts: Readonly<
    Record<string, Readonly<Record<string, { readonly count: number; readonly total: number }>>>
  >
}

/** Nothing of a tree. */
export const noContent: TreeContent = {
  roots: [],
  nodes: new Map(),
  hits: null,
  total: 0,
  token: null,
  counts: {},
}

/** An answer about a tree. `keyOf` puts a node into the entity store. */
export interface TreePage {
  readonly data: readonly EntityData[]
  readonly treefield: string
  readonly total: number
  readonly token: string | null
  readonly aggregates: Readonly<Record<string, readonly FacetValue[]>>
  readonly keyOf: (node: EntityData) => string
}

/**
 * The content with a page of roots in the place of what was there, or after it; `keepsBelow`: what is known
 * below the roots stays.
 */
export function withRoots(
  before: TreeContent,
  page: TreePage,
  isFirst: boolean,
  keepsBelow = false,
): TreeContent {
  const { roots } = isFirst ? noContent : before
  const { nodes, counts } = isFirst && !keepsBelow ? noContent : before
  const taken = take(page, page.data, nodes)
  return {
    roots: union(
      roots,
      page.data.map(({ id }) => id),
    ),
    nodes: taken,
    hits: null,
    total: page.total,
    token: page.token,
    counts: withCounts(counts, page.aggregates),
  }
}

/** The content with a page of hits of a full text, each with the nodes above it. */
export function withHits(before: TreeContent, page: TreePage, isFirst: boolean): TreeContent {
  const { nodes, roots, hits } = isFirst ? noContent : before
  const taken = new Map(nodes)
  const tops: number[] = []
  for (const hit of page.data) {
    const path = pathOf(hit)
    path.forEach((step, index) => {
      const above = path[index - 1]
      const known = taken.get(step.id)
      const below = path[index + 1]
      const key = step.id === hit.id ? page.keyOf(plain(hit, page.treefield)) : (known?.key ?? null)
      taken.set(step.id, {
        id: step.id,
        key,
        name: step.name,
        parent: above?.id ?? null,
        children: union(known?.children ?? [], below ? [below.id] : []),
        childCount: null,
        token: null,
      })
    })
    tops.push(path[0]?.id ?? hit.id)
  }
  return {
    roots: union(roots, tops),
    nodes: taken,
    hits: union(
      hits ?? [],
      page.data.map(({ id }) => id),
    ),
    total: page.total,
    token: page.token,
    counts: before.counts,
  }
}

/**
 * The content with children of a node: the first in the place of those that were known, later ones after
 * them.
 */
export function withChildren(before: TreeContent, id: number, page: TreePage, isFirst: boolean): TreeContent {
  const parent = before.nodes.get(id)
  if (!parent) return before
  const nodes = new Map(take(page, page.data, before.nodes, id))
  const known = isFirst ? [] : parent.children
  nodes.set(id, {
    ...parent,
    children: union(
      known,
      page.data.map((child) => child.id),
    ),
    childCount: page.total,
    token: page.token,
  })
  return { ...before, nodes, counts: withCounts(before.counts, page.aggregates) }
}

/** Nodes with those of an answer and everything nested in them. */
function take(
  page: TreePage,
  data: readonly EntityData[],
  before: ReadonlyMap<number, LoadedNode>,
  parent: number | null = null,
): ReadonlyMap<number, LoadedNode> {
  const nodes = new Map(before)
  const visit = (node: EntityData, above: number | null): void => {
    const { children, childCount, token } = nestedOf(node, page.treefield)
    const known = nodes.get(node.id)
    const ids = children.length > 0 ? children.map(({ id }) => id) : (known?.children ?? [])
    nodes.set(node.id, {
      id: node.id,
      key: page.keyOf(plain(node, page.treefield)),
      name: node.name ?? '',
      parent: above,
      children: ids,
      childCount: childCount ?? known?.childCount ?? null,
      token: token ?? (children.length > 0 ? null : (known?.token ?? null)),
    })
    for (const child of children) visit(child, node.id)
  }
  for (const node of data) visit(node, parent)
  return nodes
}

/**
 * What is nested in a node: children in the relation field of the tree.
 * @source wire facts "Trees"; decision 0015
 */
export function nestedOf(
  node: EntityData,
  treefield: string,
): {
  readonly children: readonly EntityData[]
  readonly childCount: number | null
  readonly token: string | null
} {
  const relation = node[treefield] as { readonly $children?: readonly EntityData[] } | null | undefined
  const count = node['$childCount']
  const token = node['$nextToken']
  return {
    children: relation?.$children ?? [],
    childCount: typeof count === 'number' ? count : null,
    token: typeof token === 'string' ? token : null,
  }
}

/** The node as an entity: its link to its parent, or none, without what was nested. */
function plain(node: EntityData, treefield: string): EntityData {
  const { $childCount: _count, $nextToken: _token, $treepath: _path, ...rest } = node
  const relation = node[treefield]
  if (typeof relation !== 'object' || relation === null) return rest
  const { $children: _children, ...link } = relation as Record<string, unknown>
  return { ...rest, [treefield]: 'id' in link ? link : null }
}

function pathOf(hit: EntityData): readonly { readonly id: number; readonly name: string }[] {
  const path = hit['$treepath']
  const steps = Array.isArray(path)
    ? (path as { id: number; name?: string }[]).map(({ id, name = '' }) => ({ id, name }))
    : []
  return steps.at(-1)?.id === hit.id ? steps : [...steps, { id: hit.id, name: hit.name ?? '' }]
}

function withCounts(
  before: TreeContent['counts'],
  aggregates: TreePage['aggregates'],
): TreeContent['counts'] {
  const fields = Object.entries(aggregates).map(
    ([field, values]) =>
      [
        field,
        {
          ...before[field],
          ...Object.fromEntries(values.map(({ data, count, total }) => [data.id, { count, total }])),
        },
      ] as const,
  )
  return fields.length === 0 ? before : { ...before, ...Object.fromEntries(fields) }
}

function union(before: readonly number[], more: readonly number[]): readonly number[] {
  return [...new Set([...before, ...more])]
}

/** The content as if none of the children of a node had come: the next answer brings the first of them. */
export function withoutToken(before: TreeContent, id: number): TreeContent {
  const node = before.nodes.get(id)
  return node ? { ...before, nodes: new Map(before.nodes).set(id, { ...node, token: null }) } : before
}
