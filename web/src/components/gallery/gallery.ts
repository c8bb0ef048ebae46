import type { Asset } from '@cartouche/contract'
import type { SelectionControl } from '../selection/use-selection.ts'

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
  /**
   * Adds assets to a cart: to one that is asked for, or to the last one. Missing: nothing can be put in carts
   * here.
   */
  readonly onAddToCart?: ((ids: readonly number[], to: 'asked' | 'last') => void) | undefined
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
