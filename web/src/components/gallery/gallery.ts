import type { Asset } from '@cartouche/contract'
import type { SelectionControl } from '../selection/use-selection.ts'

/** What can be done with the items of a gallery, by key, in a menu, with one click. */
export interface GalleryActions {
  /** Takes the action of a key on what is selected, or on the current item; false: it has none. */
  readonly onKey: (event: KeyboardEvent, id: number) => boolean
  /** Opens the menu of an item, or of the selection that it is in. */
  readonly onMenu: (
    id: number,
    at: { readonly x: number; readonly y: number },
    opener: HTMLElement | null,
  ) => void
  /** Asks for a cart and adds an item to it. Missing: nothing can be put in carts here. */
  readonly onAddToCart?: ((id: number) => void) | undefined
}

/** What a wall or a table of assets is given. Both behave the same: mouse, touch, keyboard. */
export interface GalleryProps {
  /** What is loaded, in order. */
  readonly assets: readonly Asset[]
  /** How many there are in all. */
  readonly total: number
  readonly hasNext: boolean
  /** Asks for more; called when the end comes near. */
  readonly onNext: () => void
  /** What stands after the last one that is loaded: progress, or what failed. */
  readonly end?: React.ReactNode
  /** Address of one asset: a click opens it here, a middle click in another tab. */
  readonly hrefOf: (asset: Asset) => string
  readonly onOpen: (asset: Asset, index: number) => void
  readonly selection: SelectionControl
  /** Whether a click selects: the circles are shown, also while nothing is selected. */
  readonly isSelecting?: boolean
  /** Missing: nothing can be done with them here but to open and to select them. */
  readonly actions?: GalleryActions | undefined
  /** The asset that is open over the list: its keys are not ours, and the focus returns to it. */
  readonly openId?: number | undefined
  /** The asset that has the focus from now on, wherever it stands; another `turn` asks for it again. */
  readonly focused?: { readonly id: number; readonly request: number } | undefined
  /** The place in the list is kept under it for as long as the application lives. */
  readonly scrollKey: string
  /** A change of it, a new question, goes back to the top. */
  readonly resetKey: string
  readonly ticket?: string | undefined
}
