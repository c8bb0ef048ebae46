import { createContext, useContext, useEffect, useId } from 'react'
import type { Icon } from '@tabler/icons-react'
import type { Asset, MarkChange } from '@cartouche/contract'
import type { TextId } from '../../translations/texts.ts'
import type { ActionEntry, ActionId, AssetTarget, ReadResults } from './asset-actions.ts'

/** What a place does with its assets beside what is done everywhere: it stands after that. */
export interface PlaceAction {
  readonly id: string
  readonly label: TextId
  readonly Icon: Icon
  /** The key that takes it, as `KeyboardEvent.key` in lower case. */
  readonly key?: string | undefined
  /** Whether it is for one asset at a time. */
  readonly isForOne?: boolean | undefined
  readonly run: (assets: readonly Asset[]) => void
}

/** Where the assets of a target are shown. */
export interface ActionPlace {
  readonly onOpen?: ((asset: Asset) => void) | undefined
  /** After some were deleted. */
  readonly onDeleted?: (() => void) | undefined
  /** The order of the list, which an archive of its assets has as well. */
  readonly orderby?: string | undefined
  readonly own?: readonly PlaceAction[] | undefined
  /** The list that the asset of a target stands in, where it is opened from one; its total may come later. */
  readonly list?: ReadResults | undefined
}

/** A target at its place. */
export interface PlacedTarget extends AssetTarget {
  readonly place: ActionPlace
}

/** A point of the window, px. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** The one way to act on assets, from wherever. */
export interface AssetActions {
  readonly entriesOf: (target: PlacedTarget) => readonly ActionEntry[]
  /** Takes an action, or says why it cannot be taken. */
  readonly run: (id: ActionId, target: PlacedTarget) => void
  /** Sets ratings, labels or picks; of all results, their records are read first. */
  readonly mark: (target: PlacedTarget, change: MarkChange) => void
  /** Takes the action of a key; false: it has none here. */
  readonly press: (event: KeyboardEvent, target: PlacedTarget) => boolean
  /** Opens the menu; the focus comes back to `opener`. */
  readonly openMenu: (target: PlacedTarget, at: Point, opener: HTMLElement | null) => void
  /** What commands act on now, by whoever offers it; null: nothing any more. */
  readonly offer: (by: string, target: PlacedTarget | null) => void
  /** What was offered last: the opened asset before the selection under it. */
  readonly offered: () => PlacedTarget | undefined
}

export const AssetActionsContext = createContext<AssetActions | null>(null)

/** The actions on assets. */
export function useAssetActions(): AssetActions {
  const actions = useContext(AssetActionsContext)
  if (actions === null) throw new Error('There are no actions outside of the frame')
  return actions
}

/** Offers a target to the commands for as long as it is shown. */
export function useOfferedTarget(target: PlacedTarget | null): void {
  const { offer } = useAssetActions()
  const id = useId()
  useEffect(() => offer(id, target), [offer, id, target])
  useEffect(() => () => offer(id, null), [offer, id])
}
