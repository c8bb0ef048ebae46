import type { Routes } from '../../access/handler.ts'
import { findMentionable, listComments } from './list-comments.ts'
import {
  createSharedComment,
  deleteSharedComment,
  listSharedComments,
  updateSharedComment,
} from './shared-comments.ts'
import { createComment, deleteComment, resolveComment, updateComment } from './write-comments.ts'

/** What people say of an entity. @source decision 0209 */
export const commentRoutes: Routes<
  | 'listComments'
  | 'createComment'
  | 'updateComment'
  | 'deleteComment'
  | 'resolveComment'
  | 'findMentionable'
  | 'listSharedComments'
  | 'createSharedComment'
  | 'updateSharedComment'
  | 'deleteSharedComment'
> = {
  listComments,
  createComment,
  updateComment,
  deleteComment,
  resolveComment,
  findMentionable,
  listSharedComments,
  createSharedComment,
  updateSharedComment,
  deleteSharedComment,
}
