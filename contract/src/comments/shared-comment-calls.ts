import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { id, visitorName } from '../parameters.ts'
import { shareRefusals } from '../share-refusals.ts'
import { Comment, CommentPlace, Comments, commentText } from './comment-calls.ts'

const shareId = z.string().max(64)
/** What `introduceVisitor` answered, kept by the browser. */
const visitor = z.string().max(64)
const item = { id: shareId, typeAsset: z.string().max(64), idAsset: id }
const itemRefusals = [...shareRefusals, 'entity_not_found', 'access_denied'] as const

export const introduceVisitor = defineCall({
  name: 'introduceVisitor',
  method: 'POST',
  path: '/wedia/cart/withShare/{id}/visitor',
  access: 'share/comment',
  summary: 'A visitor gives a name and an e-mail; answers the token for the calls after',
  source: 'decision 0231',
  input: z.object({ id: shareId, name: visitorName, email: z.email().max(254) }),
  answers: z.object({ visitor: z.string(), name: z.string() }),
  errors: [...shareRefusals, 'too_many_visitors'],
})

export const listSharedComments = defineCall({
  name: 'listSharedComments',
  method: 'POST',
  path: '/wedia/cart/withShare/{id}/comments/{typeAsset}/{idAsset}/list',
  access: 'share/comment',
  readOnly: true,
  summary:
    'What visitors of a share wrote on an item of it and, where the share shows them, replies of colleagues',
  source: 'decision 0231',
  input: z.object({ ...item, visitor: visitor.optional() }),
  answers: Comments,
  errors: itemRefusals,
})

export const createSharedComment = defineCall({
  name: 'createSharedComment',
  method: 'POST',
  path: '/wedia/cart/withShare/{id}/comments/{typeAsset}/{idAsset}',
  access: 'share/comment',
  summary: 'A visitor comments on an item of a share, or on a place of it, or replies to a comment',
  source: 'decision 0231',
  input: z.object({
    ...item,
    visitor,
    text: commentText,
    place: CommentPlace.optional(),
    /** The comment that it replies to. */
    thread: id.optional(),
  }),
  answers: Comment,
  errors: [...itemRefusals, 'visitor_unknown', 'comment_not_found', 'comments_full', 'too_many_comments'],
})

export const updateSharedComment = defineCall({
  name: 'updateSharedComment',
  method: 'PUT',
  path: '/wedia/cart/withShare/{id}/comments/{typeAsset}/{idAsset}/{comment}',
  access: 'share/comment',
  summary: 'A visitor changes the text of an own comment',
  source: 'decision 0231',
  input: z.object({ ...item, comment: id, visitor, text: commentText }),
  answers: Comment,
  errors: [...itemRefusals, 'visitor_unknown', 'comment_not_found', 'too_many_comments'],
})

export const deleteSharedComment = defineCall({
  name: 'deleteSharedComment',
  method: 'DELETE',
  path: '/wedia/cart/withShare/{id}/comments/{typeAsset}/{idAsset}/{comment}',
  access: 'share/comment',
  summary: 'A visitor deletes an own comment',
  source: 'decision 0231',
  input: z.object({ ...item, comment: id, visitor }),
  answers: z.object({ deleted: z.literal(true) }),
  errors: [...itemRefusals, 'visitor_unknown', 'comment_not_found'],
})
