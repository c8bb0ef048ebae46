import type { Routes } from '../../access/handler.ts'
import { findMentionable, listComments } from './list-comments.ts'
import { createComment, deleteComment, resolveComment, updateComment } from './write-comments.ts'

/** What people say of an entity. @source decision 0209 */
export const commentRoutes: Routes<
  'listComments' | 'createComment' | 'updateComment' | 'deleteComment' | 'resolveComment' | 'findMentionable'
> = { listComments, createComment, updateComment, deleteComment, resolveComment, findMentionable }
