import { treesOf, type TreeSnapshot } from '@cartouche/client'
import { useClient, useSchema, useTree, type TreeActions } from '@cartouche/react'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { errorText } from '../../translations/error-text.ts'
import { useTreesInLanguage } from '../languages/use-trees-in-language.ts'

/** Nodes of a level that come at once. */
const levelSize = 100

/** A tree of entries and what can be done with it. */
export interface EntryTreeControl {
  readonly tree: TreeSnapshot & { readonly actions: TreeActions }
  /** Ids of the nodes that are open. */
  readonly open: ReadonlySet<number>
  readonly setOpen: (id: number, isOpen: boolean) => void
  /** Puts a node below another, or at the top; says why where that is refused. */
  readonly move: (id: number, parent: number | null) => Promise<boolean>
  /** Gives a node another name; rejects where that is refused. */
  readonly rename: (id: number, name: string) => Promise<void>
  /** Reads the level again that an entry stands in. */
  readonly follow: (parent: number | null) => Promise<void>
}

/** The tree of a resource, opened level by level, with who links to each node. */
export function useEntryTree(path: string): EntryTreeControl {
  const intl = useIntl()
  const client = useClient()
  const { entities } = client
  const { treefield } = useSchema(path)
  useTreesInLanguage()
  const tree = useTree({
    name: `entries of ${path}`,
    path,
    max: levelSize,
    depth: 1,
    orderby: 'name asc',
    withAggregates: true,
  })
  const [open, setOpenIds] = useState<ReadonlySet<number>>(new Set())
  const { actions, nodes } = tree
  const setOpen = (id: number, isOpen: boolean): void => {
    setOpenIds((now) => (isOpen ? new Set([...now, id]) : new Set([...now].filter((one) => one !== id))))
    if (isOpen && nodes[id]?.children.length === 0) actions.fetchChildren(id)
  }
  return {
    tree,
    open,
    setOpen,
    follow: async (parent) => actions.refreshChildren(parent),
    rename: async (id, name) => {
      await entities.patch(path, id, { name })
    },
    move: async (id, parent) => {
      // Where it stands now: a way back is taken long after the tree was drawn.
      const from = treesOf(client).get(tree.name).nodes[id]?.parent ?? null
      try {
        await entities.patch(path, id, { [treefield ?? 'parent']: parent })
      } catch (error) {
        notifications.show({ color: 'red', message: errorText(intl, error) })
        return false
      }
      if (parent !== null) setOpenIds((now) => new Set([...now, parent]))
      await Promise.all([actions.refreshChildren(from), actions.refreshChildren(parent)])
      return true
    },
  }
}
