import type { ImportItemStatus } from '@cartouche/contract'
import { statusNameOf } from './read-jobs.ts'

/** An action on an item: from which states, and where it leads. */
export interface ItemAction {
  readonly from: readonly ImportItemStatus[]
  readonly to: ImportItemStatus
  /** The workflow action that is taken on each new asset. */
  readonly assetAction?: string
}

/**
 * What can be done with items of imports: turned into assets, published with it, inspected once more.
 * @source data-layer §7 Mass import: workflow; decision 0143
 */
export const itemActions = {
  validate: { from: ['ready'], to: 'validated' },
  publish: { from: ['ready'], to: 'validated', assetAction: 'publish' },
  analyze: { from: ['broken', 'ready'], to: 'ready' },
} as const satisfies Record<string, ItemAction>

/** The names of the actions that can be taken on an item as it is now. */
export function actionsFor(status: number): (keyof typeof itemActions)[] {
  const actions: [string, ItemAction][] = Object.entries(itemActions)
  return actions.flatMap(([name, { from }]) =>
    from.includes(statusNameOf(status)) && isAction(name) ? [name] : [],
  )
}

/** Whether there is an action of this name. */
export function isAction(name: string): name is keyof typeof itemActions {
  return Object.hasOwn(itemActions, name)
}
