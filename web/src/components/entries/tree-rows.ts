import type { TreeNode, TreeSnapshot } from '@cartouche/client'

/** A line of an opened tree: a node, or the word that brings more of a level. */
export type TreeRow =
  | {
      readonly kind: 'node'
      readonly key: string
      readonly node: TreeNode
      readonly level: number
      readonly position: number
      readonly siblings: number
      readonly isOpen: boolean
    }
  /** `parent` null: more roots, or hits. */
  | { readonly kind: 'more'; readonly key: string; readonly parent: number | null; readonly level: number }

/** The lines of a tree in order, as far as it is open. What a search found is open all the way down to it. */
export function rowsOfTree(tree: TreeSnapshot, open: ReadonlySet<number>): TreeRow[] {
  const rows: TreeRow[] = []
  const isSearched = tree.hits !== null
  const visit = (ids: readonly number[], level: number, siblings: number): void => {
    for (const [at, id] of ids.entries()) {
      const node = tree.nodes[id]
      if (!node) continue
      const isOpen = isSearched ? node.children.length > 0 : open.has(id) && hasChildren(node)
      rows.push({ kind: 'node', key: String(id), node, level, position: at + 1, siblings, isOpen })
      if (!isOpen) continue
      visit(node.children, level + 1, node.childCount ?? node.children.length)
      if (!isSearched && node.hasMore && node.children.length > 0)
        rows.push({ kind: 'more', key: `more ${id}`, parent: id, level: level + 1 })
    }
  }
  visit(tree.roots, 1, tree.total)
  if (tree.hasMoreResults) rows.push({ kind: 'more', key: 'more', parent: null, level: 1 })
  return rows
}

/** Whether something lies below a node. */
export function hasChildren({ children, childCount }: TreeNode): boolean {
  return children.length > 0 || (childCount ?? 0) > 0
}

/**
 * Whether a node can be put below another: not below itself, nor below what is below it, nor where it is
 * already.
 */
export function canMove(nodes: TreeSnapshot['nodes'], id: number, parent: number | null): boolean {
  if (nodes[id]?.parent === parent) return false
  for (let above = parent; above !== null; above = nodes[above]?.parent ?? null)
    if (above === id) return false
  return true
}
