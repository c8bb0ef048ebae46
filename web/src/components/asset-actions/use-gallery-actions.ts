import type { Asset } from '@cartouche/contract'
import { useLayoutEffect, useMemo, useRef } from 'react'
import type { SelectionControl } from '../selection/use-selection.ts'
import { useAssetActions, useOfferedTarget, type ActionPlace, type PlacedTarget } from './action-context.ts'
import type { GalleryActions } from '../gallery/gallery.ts'

interface Given {
  readonly assets: readonly Asset[]
  readonly selection: SelectionControl
  readonly place: ActionPlace
}

/**
 * The actions of a list: on what is selected, or on the one that is pointed at or has the focus. `selected`:
 * the target of the selection, null without one.
 */
export function useGalleryActions({ assets, selection, place }: Given): {
  readonly selected: PlacedTarget | null
  readonly gallery: GalleryActions
} {
  const actions = useAssetActions()
  const { ids } = selection.selection
  const selected = useMemo(() => {
    const chosen = ids.size === 0 ? [] : assets.filter(({ id }) => ids.has(id))
    return chosen.length === 0 ? null : { assets: chosen, place }
  }, [assets, ids, place])
  useOfferedTarget(selected)
  // A list may be drawn later than the selection changes: its keys act on what is selected by then.
  const latest = useRef(selected)
  useLayoutEffect(() => {
    latest.current = selected
  }, [selected])
  const gallery = useMemo((): GalleryActions => {
    const only = (id: number): PlacedTarget => ({ assets: assets.filter((asset) => asset.id === id), place })
    return {
      onKey: (event, id) => actions.press(event, latest.current ?? only(id)),
      onMenu: (id, at, opener) => {
        const target = latest.current?.assets.some((asset) => asset.id === id) ? latest.current : only(id)
        actions.openMenu(target, at, opener)
      },
      onAddToCart: actions
        .entriesOf({ assets: assets.slice(0, 1), place })
        .some(({ id }) => id === 'addToCart')
        ? (id) => actions.run('addToCart', only(id))
        : undefined,
    }
  }, [actions, assets, place])
  return { selected, gallery }
}
