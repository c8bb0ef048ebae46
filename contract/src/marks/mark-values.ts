/** The highest rating, in stars. */
export const maxRating = 5
/** Colour labels, in their order. */
export const markLabels = ['red', 'yellow', 'green', 'blue', 'purple'] as const
export type MarkLabel = (typeof markLabels)[number]
/** What is decided of an asset when pictures are chosen. */
export const markPicks = ['picked', 'rejected'] as const
export type MarkPick = (typeof markPicks)[number]
/** Whose marks a resource has: each person their own, or all the same. */
export const markScopes = ['own', 'shared'] as const
export type MarkScope = (typeof markScopes)[number]
/** Entities that one call marks, at most. */
export const maxMarked = 1000

/**
 * Fields of the query language for marks, with all values that each can have; the first is that of no mark.
 */
export const markFields = {
  $rating: [0, 1, 2, 3, 4, 5],
  $label: ['none', ...markLabels],
  $pick: ['none', ...markPicks],
} as const
export type MarkField = keyof typeof markFields

/** Whether a name is a field of marks. */
export function isMarkField(name: string): name is MarkField {
  return Object.hasOwn(markFields, name)
}
