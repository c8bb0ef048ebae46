import { useEffect, useEffectEvent, useMemo } from 'react'
import { treesOf, type TreeDefinition, type TreeSnapshot, type Trees } from '@cartouche/client'
import { useClient } from './provider.tsx'
import { suspendKey, type SuspenseOption } from './suspend.ts'
import { useKey } from './use-readable.ts'

/** The actions of one tree. Promises of its requests never reject here: the snapshot has the error. */
export interface TreeActions {
  readonly fetchChildren: (id: number) => void
  /** Loads the children of a node again, of the roots where it is null. */
  readonly refreshChildren: (id: number | null) => Promise<void>
  readonly next: () => void
  readonly refresh: () => void
  readonly setFulltext: (fulltext: string) => void
  readonly change: (change: Parameters<Trees['change']>[1]) => void
}

/**
 * A tree, registered by its definition unless there is one of this name already, and loaded while the
 * component is there.
 */
export function useTree(
  nameOrDefinition: string | TreeDefinition,
  { suspense }: SuspenseOption = {},
): TreeSnapshot & { readonly actions: TreeActions } {
  const trees = treesOf(useClient())
  const name = typeof nameOrDefinition === 'string' ? nameOrDefinition : nameOrDefinition.name
  const ensure = (): void => {
    if (typeof nameOrDefinition !== 'string') trees.ensure(nameOrDefinition)
  }
  const ensureNow = useEffectEvent(ensure)
  useEffect(() => {
    ensureNow()
    return trees.watch(name)
  }, [trees, name])
  const snapshot = useKey(trees, name)
  const actions = useMemo(() => treeActions(trees, name), [trees, name])
  if (suspense)
    suspendKey(trees, name, {
      isThere: ({ hasData }) => hasData,
      start: () => {
        ensure()
        trees.fetch(name).catch(() => undefined)
      },
    })
  return useMemo(() => ({ ...snapshot, actions }), [snapshot, actions])
}

function treeActions(trees: Trees, name: string): TreeActions {
  const quietly = (work: Promise<void>): void => void work.catch(() => undefined)
  return {
    fetchChildren: (id) => quietly(trees.fetchChildren(name, id)),
    refreshChildren: (id) => trees.refreshChildren(name, id).catch(() => undefined),
    next: () => quietly(trees.next(name)),
    refresh: () => quietly(trees.fetch(name)),
    setFulltext: (fulltext) => trees.setFulltext(name, fulltext),
    change: (change) => trees.change(name, change),
  }
}
