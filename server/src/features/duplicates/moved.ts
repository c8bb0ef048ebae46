import { z } from 'zod'

/** A place in a cart, which is the same one for as long as it was added then. */
const MovedPlace = z.object({ cart: z.number(), from: z.number(), addedAt: z.string() })
export type MovedPlace = z.output<typeof MovedPlace>

/** A link to a merged asset. */
const MovedLink = z.object({
  resource: z.string(),
  id: z.number(),
  field: z.string(),
  position: z.number(),
  from: z.number(),
})
export type MovedLink = z.output<typeof MovedLink>

const MovedEmbed = z.object({ id: z.number(), from: z.number() })
export type MovedEmbed = z.output<typeof MovedEmbed>

/** Marks of a person; 0: those that all share. */
const MovedMark = z.object({
  person: z.number(),
  rating: z.number(),
  label: z.string().nullable(),
  pick: z.string().nullable(),
})
export type MovedMark = z.output<typeof MovedMark>

const Texts = z.object({ props: z.string(), value: z.string().nullable(), translations: z.string() })

/** All that a merge moved, as it is kept for undoing it. */
export const Moved = z.object({
  places: z.array(MovedPlace).default([]),
  /** Carts that held the one that stays as a hit of their query. */
  pinned: z.array(z.number()).default([]),
  covers: z.array(z.object({ cart: z.number(), from: z.number() })).default([]),
  links: z.array(MovedLink).default([]),
  /** Where the one that stays was linked already. */
  linkedBefore: z.array(MovedLink.pick({ resource: true, id: true, field: true })).default([]),
  embeds: z.array(MovedEmbed).default([]),
  marks: z.array(z.object({ before: MovedMark.nullable(), after: MovedMark })).default([]),
  texts: z
    .array(
      z.object({
        resource: z.string(),
        id: z.number(),
        from: z.array(z.number()),
        before: Texts,
        after: Texts,
      }),
    )
    .default([]),
  /** Assets that gave way to the merged ones before. */
  merged: z.array(z.object({ id: z.number(), into: z.number() })).default([]),
  fields: z.array(z.object({ name: z.string(), before: z.unknown(), after: z.unknown() })).default([]),
})
export type Moved = z.output<typeof Moved>
