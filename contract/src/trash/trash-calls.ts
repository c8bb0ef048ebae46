import { z } from 'zod'
import { bytes, defineCall } from '../define-call.ts'
import { id, int } from '../parameters.ts'

/** A deleted entity that can be restored. */
export const TrashEntry = z.object({
  resource: z.string(),
  id: z.number(),
  name: z.string(),
  /** Whether `getTrashPicture` shows it. */
  hasPicture: z.boolean(),
  /** Of its files, bytes. */
  sizeBytes: z.number(),
  deletedAt: z.string(),
  /** Null: an account that is gone, or an application. */
  deletedBy: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** When it is deleted permanently. */
  endsAt: z.string(),
})
export type TrashEntry = z.output<typeof TrashEntry>

const errors = ['access_denied', 'sign_in_needed'] as const
const one = z.object({ resource: z.string().max(64).default('asset'), id })

export const listTrash = defineCall({
  name: 'listTrash',
  method: 'GET',
  path: '/rest/trash',
  access: 'asset/delete',
  summary:
    'What was deleted and can be restored, the latest first: by the caller, or by all for administrators',
  source: 'decision 0181',
  input: z.object({
    /** Part of a name. */
    name: z.string().max(200).default(''),
    max: int.min(1).max(200).default(50),
    /** `next` of the page before. */
    after: z.string().max(200).optional(),
  }),
  answers: z.object({
    list: z.array(TrashEntry),
    total: z.number(),
    sizeBytes: z.number(),
    next: z.string().nullable(),
  }),
  errors: [...errors, 'token_mismatch'],
})

export const getTrashPicture = defineCall({
  name: 'getTrashPicture',
  method: 'GET',
  path: '/rest/trash/{id}/picture',
  access: 'asset/delete',
  summary: 'A small picture of a deleted entity, for whoever can restore it',
  source: 'decision 0181',
  input: one,
  answers: bytes,
  errors: [...errors, 'trash_not_found', 'rendition_not_found', 'rendition_failed'],
})

export const restoreFromTrash = defineCall({
  name: 'restoreFromTrash',
  method: 'POST',
  path: '/rest/trash/{id}/restore',
  access: 'asset/delete',
  summary:
    'Restore a deleted entity under its id, with its file, links, carts and embeds as far as they are there',
  source: 'decision 0181',
  input: one,
  /** `missing`: how many links were not restored, as carts or linked entities were deleted. */
  answers: z.object({ restored: z.literal(true), missing: z.number() }),
  errors: [...errors, 'trash_not_found', 'trash_occupied'],
})

export const deleteFromTrash = defineCall({
  name: 'deleteFromTrash',
  method: 'DELETE',
  path: '/rest/trash/{id}',
  access: 'asset/delete',
  summary: 'Delete an entity in the trash permanently',
  source: 'decision 0181',
  input: one,
  answers: z.object({ deleted: z.literal(true) }),
  errors: [...errors, 'trash_not_found'],
})
