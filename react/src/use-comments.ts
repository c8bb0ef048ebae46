import { useEffect } from 'react'
import { commentsKey, commentsOf, type CommentsSnapshot } from '@cartouche/client'
import { useClient } from './provider.tsx'
import { useKey } from './use-readable.ts'

/**
 * The comments of an entity, kept in step with the server while the component is there; nothing is asked
 * where `isOn` is false. Actions: `commentsOf(useClient())`.
 */
export function useComments(object: string, id: number, isOn = true): CommentsSnapshot {
  const comments = commentsOf(useClient())
  useEffect(() => (isOn ? comments.watch(object, id) : undefined), [comments, object, id, isOn])
  return useKey(comments, commentsKey(object, id))
}
