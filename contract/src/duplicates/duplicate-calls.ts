import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { id, ids, int } from '../parameters.ts'
import { maxDuplicates } from './duplicate-limits.ts'

const errors = ['access_denied', 'sign_in_needed'] as const

/** One of the assets of a family, with what distinguishes duplicates. */
const FamilyMember = z.object({
  id: z.number(),
  /** Of the original, in pixels; null where they are not known. */
  width: z.number().nullable(),
  height: z.number().nullable(),
  sizeBytes: z.number(),
  /** The mirror image of the best one. */
  mirrored: z.boolean(),
  /** How many carts and pages hold it, of those that the caller may see. */
  carts: z.number(),
  pages: z.number(),
})

/** Assets that are the same picture. */
export const DuplicateFamily = z.object({
  /** `same`: all of them are the same bytes. */
  kind: z.enum(['same', 'alike']),
  /** The best original: most pixels, then most bytes, then used the most. */
  best: z.number(),
  /** The best one first; at most as many as can be merged at once. */
  members: z.array(FamilyMember),
  /** How many the caller may see. */
  total: z.number(),
})
export type DuplicateFamily = z.output<typeof DuplicateFamily>

export const listDuplicates = defineCall({
  name: 'listDuplicates',
  method: 'GET',
  path: '/wedia/dam/duplicates',
  access: 'asset/update',
  summary:
    'Families of assets that are the same picture, the largest first, of those that the caller may see',
  source: 'decision 0227',
  input: z.object({ max: int.min(1).max(50).default(20), from: int.min(0).max(1_000_000).default(0) }),
  answers: z.object({
    families: z.array(DuplicateFamily),
    total: z.number(),
    /** Pictures that were not compared with the others yet. */
    waiting: z.number(),
  }),
  errors: [...errors],
})

export const findDuplicates = defineCall({
  name: 'findDuplicates',
  method: 'POST',
  path: '/wedia/dam/duplicates/find',
  access: 'asset/update',
  summary: 'Compare new pictures with all others now, in place of within ten minutes',
  source: 'decision 0227',
  input: z.object({}),
  answers: z.object({ started: z.literal(true) }),
  errors: [...errors],
})

const dismissed = z.object({ ids: ids.pipe(z.array(z.number()).min(2).max(maxDuplicates)) })

export const dismissDuplicates = defineCall({
  name: 'dismissDuplicates',
  method: 'POST',
  path: '/wedia/dam/duplicates/dismiss',
  access: 'asset/update',
  summary: 'Say of assets that they are different: they are no family any more',
  source: 'decision 0227',
  input: dismissed,
  answers: z.object({ dismissed: z.literal(true) }),
  errors: [...errors, 'entity_not_found'],
})

export const restoreDuplicates = defineCall({
  name: 'restoreDuplicates',
  method: 'POST',
  path: '/wedia/dam/duplicates/restore',
  access: 'asset/update',
  summary: 'Take back that assets are different',
  source: 'decision 0227',
  input: dismissed,
  answers: z.object({ restored: z.literal(true) }),
  errors: [...errors, 'entity_not_found'],
})

/** Assets that give way to another one. `running`: it has more places than one request moves. */
export const AssetMerge = z.object({
  id: z.number(),
  keep: z.number(),
  ids: z.array(z.number()),
  state: z.enum(['running', 'done', 'failed', 'undone']),
  /** Whether what was merged is in the trash, and the caller may undo it. */
  undoable: z.boolean(),
})
export type AssetMerge = z.output<typeof AssetMerge>

export const mergeAssets = defineCall({
  name: 'mergeAssets',
  method: 'POST',
  path: '/wedia/dam/merges',
  access: 'asset/delete',
  summary:
    'Put one asset in the place of others: carts, links, embeds, pages and marks follow, and the others go to the trash',
  source: 'decision 0227',
  input: z.object({
    keep: id,
    ids: ids.pipe(
      z
        .array(z.number())
        .min(1)
        .max(maxDuplicates - 1),
    ),
    /** Fields that are empty in the one that stays: filled from the first of the others that has them. */
    take: z.array(z.string().max(64)).max(100).default([]),
  }),
  answers: AssetMerge,
  errors: [
    ...errors,
    'entity_not_found',
    'delete_refused',
    'invalid_parameter',
    'unknown_field',
    'field_read_only',
    'field_mandatory',
  ],
})

export const getAssetMerge = defineCall({
  name: 'getAssetMerge',
  method: 'GET',
  path: '/wedia/dam/merges/{id}',
  access: 'asset/delete',
  summary: 'How far a merge of the caller is',
  source: 'decision 0227',
  input: z.object({ id }),
  answers: AssetMerge,
  errors: [...errors, 'merge_not_found'],
})

export const undoMerge = defineCall({
  name: 'undoMerge',
  method: 'POST',
  path: '/wedia/dam/merges/{id}/undo',
  access: 'asset/delete',
  summary:
    'Undo a merge: the others are restored from the trash, and what was moved and is still there goes back to them',
  source: 'decision 0227',
  input: z.object({ id }),
  answers: z.object({
    restored: z.array(z.number()),
    /** Places that were changed since and stay as they are. */
    changed: z.number(),
  }),
  errors: [...errors, 'merge_not_found', 'trash_not_found', 'trash_occupied', 'entity_not_found'],
})
