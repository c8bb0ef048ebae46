import { markLabels, type MarkChange, type MarkLabel } from '@cartouche/client'

/** Labels that a key sets, from 6 on; there is none left for the last. */
const keyedLabels = markLabels.slice(0, 4)

/**
 * The keys that mark, as `KeyboardEvent.key` in lower case, and what each sets: the one place that says so.
 */
export const markKeys: Readonly<Record<string, MarkChange>> = {
  ...Object.fromEntries([0, 1, 2, 3, 4, 5].map((rating) => [String(rating), { rating }])),
  ...Object.fromEntries(keyedLabels.map((label, at) => [String(at + 6), { label }])),
  p: { pick: 'picked' },
  x: { pick: 'rejected' },
  u: { pick: null },
}

/** What a key marks; undefined: nothing. */
export function markOfKey({
  key,
  ctrlKey,
  metaKey,
  altKey,
  shiftKey,
}: KeyboardEvent): MarkChange | undefined {
  return ctrlKey || metaKey || altKey || shiftKey ? undefined : markKeys[key.toLowerCase()]
}

/** The key of a label, where it has one. */
export function keyOfLabel(label: MarkLabel): string | undefined {
  const at = keyedLabels.indexOf(label)
  return at < 0 ? undefined : String(at + 6)
}

/** A label that everything has already is taken away by setting it again, as in other products. */
export function toggledLabel(change: MarkChange, labels: readonly (MarkLabel | null)[]): MarkChange {
  return change.label && labels.length > 0 && labels.every((label) => label === change.label)
    ? { ...change, label: null }
    : change
}
