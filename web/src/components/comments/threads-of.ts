import type { ShownComment } from '@cartouche/client'
import type { Thread } from './comments-context.ts'

/** Comments as threads, in the order in which they were begun; those on a place are numbered. */
export function threadsOf(comments: readonly ShownComment[]): readonly Thread[] {
  const replies = Map.groupBy(
    comments.filter(({ thread }) => thread !== null),
    ({ thread }) => thread,
  )
  let pins = 0
  return comments
    .filter(({ thread }) => thread === null)
    .map((first) => ({
      first,
      replies: replies.get(first.id) ?? [],
      pin: first.place?.x === undefined ? null : ++pins,
    }))
}

/** Whether a thread waits for something. */
export function isOpen({ first }: Thread): boolean {
  return first.resolved === null
}
