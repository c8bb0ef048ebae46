import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { flag, id, int } from '../parameters.ts'
import { maxCommentLength, maxMentions } from './comment-limits.ts'

const share = z.number().min(0).max(1)
const timeMs = int.min(0).max(1_000_000_000)

/**
 * What a comment is about: a point or a region of the upright picture, in shares of its width and height; a
 * page, from 1; a moment or a span of a film or recording.
 */
export const CommentPlace = z
  .strictObject({
    x: share.optional(),
    y: share.optional(),
    width: share.optional(),
    height: share.optional(),
    page: int.min(1).max(100_000).optional(),
    timeMs: timeMs.optional(),
    endMs: timeMs.optional(),
  })
  .refine(
    ({ x, y, width, height }) =>
      (x === undefined) === (y === undefined) &&
      (width === undefined) === (height === undefined) &&
      (width === undefined || x !== undefined) &&
      (x ?? 0) + (width ?? 0) <= 1.001 &&
      (y ?? 0) + (height ?? 0) <= 1.001,
    'a point is x and y, a region also width and height, within the picture',
  )
  .refine(
    ({ timeMs: from, endMs }) => endMs === undefined || (from !== undefined && endMs >= from),
    'a span ends after timeMs',
  )
export type CommentPlace = z.output<typeof CommentPlace>

const Person = z.object({ id: z.number(), name: z.string() })

/**
 * A comment. `thread`: the comment that it replies to; null: it begins a thread. Of a deleted one that has
 * replies only its place in the thread is left.
 */
export const Comment = z.object({
  id: z.number(),
  thread: z.number().nullable(),
  /** By the name of today; '' where the account is gone. */
  by: z.object({
    kind: z.enum(['user', 'application', 'visitor']),
    id: z.number().nullable(),
    name: z.string(),
  }),
  isMine: z.boolean(),
  /** Plain text; `@[12]` names a person of `mentions`. */
  text: z.string(),
  mentions: z.array(Person),
  place: CommentPlace.nullable(),
  /** The version of the file that it is about. */
  version: z.number().nullable(),
  createdAt: z.string(),
  editedAt: z.string().nullable(),
  isDeleted: z.boolean(),
  /** Of one that begins a thread. */
  resolved: z.object({ at: z.string(), by: z.string() }).nullable(),
  /** The name of the share that a visitor wrote it in, or the comment that it replies to. */
  share: z.string().nullable(),
  /** Whether visitors of that share read it, where it is a reply, or replies to it. */
  visitorsRead: z.boolean(),
})
export type Comment = z.output<typeof Comment>

/** The comments of an entity, in the order in which they were written. */
export const Comments = z.object({
  comments: z.array(Comment),
  /** The version of the file that the entity has now; null where it has none. */
  version: z.number().nullable(),
  mayComment: z.boolean(),
  /** Whether the caller may delete comments of others. */
  mayModerate: z.boolean(),
})
export type Comments = z.output<typeof Comments>

const entity = {
  object: z.string().max(64),
  /** Number or uuid. */
  id: z.string().max(64),
}
export const commentText = z
  .string()
  .trim()
  .min(1)
  .max(maxCommentLength)
  .refine((value) => !value.includes('\0'), 'it holds a character that no text has')
const mentions = z.array(id).max(maxMentions).default([])
const comment = id

export const listComments = defineCall({
  name: 'listComments',
  method: 'GET',
  path: '/wedia/dam/comments/{object}/{id}',
  access: 'entity/readComments',
  summary: 'The comments of an entity that has a file, in the order in which they were written',
  source: 'decision 0209',
  input: z.object(entity),
  answers: Comments,
  errors: ['entity_not_found', 'access_denied'],
})

export const createComment = defineCall({
  name: 'createComment',
  method: 'POST',
  path: '/wedia/dam/comments/{object}/{id}',
  access: 'entity/comment',
  summary:
    'Comment on an entity, or on a place of it, or reply to a comment. People whom it mentions are notified',
  source: 'decision 0209',
  input: z.object({
    ...entity,
    text: commentText,
    mentions,
    place: CommentPlace.optional(),
    /** The comment that it replies to. */
    thread: id.optional(),
    /** The version of the file that is meant; the current one by default. */
    version: int.min(1).max(1_000_000_000).optional(),
  }),
  answers: Comment,
  status: 201,
  errors: [
    'entity_not_found',
    'comment_not_found',
    'version_not_found',
    'access_denied',
    'invalid_parameter',
    'comments_full',
    'too_many_comments',
  ],
})

export const updateComment = defineCall({
  name: 'updateComment',
  method: 'PUT',
  path: '/wedia/dam/comments/{object}/{id}/{comment}',
  access: 'entity/comment',
  summary: 'Change the text of an own comment',
  source: 'decision 0209',
  input: z.object({ ...entity, comment, text: commentText, mentions }),
  answers: Comment,
  errors: ['entity_not_found', 'comment_not_found', 'access_denied', 'invalid_parameter'],
})

export const deleteComment = defineCall({
  name: 'deleteComment',
  method: 'DELETE',
  path: '/wedia/dam/comments/{object}/{id}/{comment}',
  access: 'entity/readComments',
  summary: 'Delete an own comment; any for whoever may delete the entity',
  source: 'decision 0209',
  input: z.object({ ...entity, comment }),
  answers: z.object({ deleted: z.literal(true) }),
  errors: ['entity_not_found', 'comment_not_found', 'access_denied'],
})

export const resolveComment = defineCall({
  name: 'resolveComment',
  method: 'POST',
  path: '/wedia/dam/comments/{object}/{id}/{comment}/resolve',
  access: 'entity/comment',
  summary: 'Resolve a thread, or open it again with `resolved=false`',
  source: 'decision 0209',
  input: z.object({ ...entity, comment, resolved: flag.default(true) }),
  answers: Comment,
  errors: ['entity_not_found', 'comment_not_found', 'access_denied'],
})

export const findMentionable = defineCall({
  name: 'findMentionable',
  method: 'GET',
  path: '/wedia/dam/mentionable/{object}/{id}',
  access: 'entity/comment',
  summary: 'People whom a comment on an entity may name: those who may read it',
  source: 'decision 0209',
  input: z.object({ ...entity, text: z.string().max(100).default('') }),
  answers: z.array(Person),
  errors: ['entity_not_found', 'access_denied'],
})
