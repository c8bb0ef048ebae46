import { useEffect } from 'react'
import { commentsKey, commentsOf, type Comments, type CommentsSnapshot } from '@cartouche/client'
import { useClient } from './provider.tsx'
import { useKey } from './use-readable.ts'

/**
 * The comments of an entity, kept in step with the server while the component is there; nothing is asked
 * where `isOn` is false. `comments`: those of a share, `sharedCommentsOf(useClient()).of(shareId)`; the
 * client's by default. Actions: `commentsOf(useClient())`.
 */
export function useComments(
  object: string,
  id: number,
  isOn = true,
  comments: Comments = commentsOf(useClient()),
): CommentsSnapshot {
  useEffect(() => (isOn ? comments.watch(object, id) : undefined), [comments, object, id, isOn])
  return useKey(comments, commentsKey(object, id))
}
