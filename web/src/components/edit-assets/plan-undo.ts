import {
  assetActions,
  type ActionRequest,
  type AssetAction,
  type BatchAction,
  type EntityData,
} from '@cartouche/client'

/** An asset that keeps values which were changed by someone else in the meantime. */
export interface SkippedEdit {
  readonly id: number
  readonly name: string
  readonly fields: readonly string[]
}

/** What puts a batch back, and what it leaves alone. */
export interface UndoPlan {
  readonly requests: readonly ActionRequest[]
  readonly skipped: readonly SkippedEdit[]
}

/**
 * Plans to put back the values that a batch replaced: of each asset those fields that still are what the
 * batch made them.
 * @param now assets as the server has them; null for one that is gone
 */
export function planUndo(actions: readonly BatchAction[], now: (id: number) => EntityData | null): UndoPlan {
  const requests: ActionRequest[] = []
  const skipped: SkippedEdit[] = []
  for (const { id, path, entityId, before, result, status } of actions) {
    if (status !== 'done' || before === null || entityId === undefined) continue
    const present = now(entityId)
    const [same, changed] = [[] as string[], [] as string[]]
    for (const field of Object.keys(before))
      (present !== null && plain(present[field]) === plain(result?.[field]) ? same : changed).push(field)
    if (same.length > 0)
      requests.push({
        id,
        type: 'update',
        path,
        entityId,
        payload: Object.fromEntries(same.map((field) => [field, before[field]])),
      })
    if (changed.length > 0)
      skipped.push({ id: entityId, name: present?.name ?? result?.name ?? String(entityId), fields: changed })
  }
  return { requests, skipped }
}

/** The action that leads from one status back to another; undefined where none does. */
export function actionBack(from: string, to: string): AssetAction | undefined {
  return (Object.keys(assetActions) as AssetAction[]).find(
    (action) =>
      assetActions[action].to === to && (assetActions[action].from as readonly string[]).includes(from),
  )
}

/**
 * A value as text; links by their ids in any order, so that a new name or order of a linked entity is no
 * change.
 */
function plain(value: unknown): string {
  const idOf = (one: unknown): unknown =>
    typeof one === 'object' && one !== null && 'id' in one ? one.id : one
  return JSON.stringify(
    Array.isArray(value)
      ? value.map((one) => JSON.stringify(idOf(one))).toSorted((a, b) => (a < b ? -1 : 1))
      : idOf(value ?? null),
  )
}
