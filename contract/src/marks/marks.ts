import { z } from 'zod'
import { markLabels, markPicks, maxRating } from './mark-values.ts'

const rating = z.number().int().min(0).max(maxRating)
const label = z.enum(markLabels).nullable()
const pick = z.enum(markPicks).nullable()

/**
 * The marks of an entity, sent as `$marks` with `withMarks=true`: the caller's own, or those that all
 * share. 0 and null: not set.
 * @source decision 0207
 */
export const Marks = z.object({ rating, label, pick })
export type Marks = z.output<typeof Marks>

/** What a call changes of marks: what is missing stays. */
export const MarkChange = z.object({
  rating: rating.optional(),
  label: label.optional(),
  pick: pick.optional(),
})
export type MarkChange = z.output<typeof MarkChange>
