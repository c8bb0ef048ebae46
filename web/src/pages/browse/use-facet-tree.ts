import { aggregatesOf, readKey, treesOf, type CursorAggregates, type TreeSnapshot } from '@cartouche/client'
import { useClient, useKey, useSelected } from '@cartouche/react'
import type { TreeNodeData } from '@mantine/core'
import { useCallback, useDeferredValue, useEffect, useMemo } from 'react'
import { belowName, browseName } from '../../address/browse-cursor.ts'

/** Nodes of a level that come at once. Others are asked for: what comes by itself moves what is below. */
const levelSize = 200
/** Nodes that are counted at once. @source contract findAggregates: 1000 ids at most */
const mostCounted = 1000

/** A tree of the filters. */
export interface FacetTree {
  readonly tree: TreeSnapshot
  /**
   * Hits under each node with all below it, by its id as text, as if no node of this tree were chosen;
   * undefined until they are known.
   */
  readonly counts: Readonly<Record<string, number>>
  /** Whether they did not come. */
  readonly hasNoCounts: boolean
  readonly search: (text: string) => void
  /** Loads children of a node, or more of them. */
  readonly load: (id: number) => void
  readonly loadRoots: () => void
}

/**
 * The tree that a link field leads into, read level by level while it is open, with the counts of the nodes
 * that are there and of those that are chosen.
 */
export function useFacetTree(
  field: string,
  path: string,
  chosen: readonly string[],
  isOpen: boolean,
): FacetTree {
  const client = useClient()
  const trees = treesOf(client)
  const aggregates = aggregatesOf(client)
  const name = treeName(field)
  useEffect(() => {
    if (!isOpen) return undefined
    trees.ensure({ name, path, max: levelSize, depth: 1, orderby: 'name asc', autoload: false })
    return trees.watch(name)
  }, [trees, name, path, isOpen])
  const tree = useKey(trees, name)
  const key = [...new Set([...chosen, ...Object.keys(tree.nodes)])].slice(0, mostCounted).join(',')
  useEffect(() => {
    if (!isOpen || key === '') return undefined
    return aggregates.register(browseName, belowName(field), {
      field,
      operator: 'dof',
      ids: key.split(',').map(Number),
      showEmptyAggregate: true,
    })
  }, [aggregates, field, key, isOpen])
  const all = useMemo(() => readKey(aggregates, browseName), [aggregates])
  const select = useCallback((now: CursorAggregates) => now.constraints[belowName(field)]?.counts, [field])
  const counted = useDeferredValue(useSelected(all, select))
  const hasNoCounts = useSelected(all, hasFailed)
  const counts = useMemo(
    () => Object.fromEntries(Object.entries(counted ?? {}).map(([id, { total }]) => [id, total])),
    [counted],
  )
  return {
    tree,
    counts,
    hasNoCounts,
    search: (text) => trees.setFulltext(name, text),
    load: (id) => void trees.fetchChildren(name, id).catch(() => undefined),
    loadRoots: () => void trees.next(name).catch(() => undefined),
  }
}

/** Names the tree of a filter among the trees of the client. */
export function treeName(field: string): string {
  return `browse-tree-${field}`
}

const hasFailed = ({ status }: CursorAggregates): boolean => status === 'error'

const moreMark = 'more:'

/** The value of the row that brings more children of a node. */
function moreValue(id: number): string {
  return `${moreMark}${id}`
}

/** The node whose further children a row brings; undefined for a row that is a node itself. */
export function nodeOfMore(value: string): number | undefined {
  return value.startsWith(moreMark) ? Number(value.slice(moreMark.length)) : undefined
}

/**
 * The nodes of a tree as the tree component takes them, without those that are left out; where more children
 * can come, a row that brings them is the last.
 */
export function treeData(
  { roots, nodes, hits }: Pick<TreeSnapshot, 'roots' | 'nodes' | 'hits'>,
  moreLabel: string,
  isLeftOut: (id: number) => boolean = () => false,
): TreeNodeData[] {
  const build = (id: number): TreeNodeData[] => {
    const node = nodes[id]
    if (!node || isLeftOut(id)) return []
    const isBranch = (node.childCount ?? 0) > 0 || node.children.length > 0
    const isPartly = hits === null && node.children.length > 0 && node.hasMore
    const children = [
      ...node.children.flatMap(build),
      ...(isPartly ? [{ value: moreValue(id), label: moreLabel }] : []),
    ]
    return [{ value: String(id), label: node.name, hasChildren: isBranch, children }]
  }
  return roots.flatMap(build)
}
