import { useClient } from '@cartouche/react'
import { browseName } from '../../address/browse-cursor.ts'
import { useAssetActions, type Point } from '../../components/asset-actions/action-context.ts'
import { useSearchTarget } from '../../components/asset-actions/use-search-target.ts'
import { searchOfNode } from '../../address/search-of-state.ts'

/** Opens the menu of all assets that are linked to a node of a tree or to anything below it. */
export function useNodeMenu(
  field: string,
): (node: { readonly value: string; readonly label: string }, at: Point, opener: HTMLElement | null) => void {
  const { cursors } = useClient()
  const actions = useAssetActions()
  const targetOf = useSearchTarget()
  return ({ value, label }, at, opener) =>
    void targetOf(searchOfNode(field, value), label, {
      onDeleted: () => void cursors.refresh(browseName).catch(() => undefined),
    }).then((target) => target && actions.openMenu(target, at, opener))
}
