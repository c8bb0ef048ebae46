import { useEffect } from 'react'
import { reviewsOf, type TodoCounts } from '@cartouche/client'
import { useClient } from './provider.tsx'
import { useReadable } from './use-readable.ts'

/**
 * How much there is to do, kept in step with the server while the component is there; null until it is known.
 * Actions: `reviewsOf(useClient())`.
 */
export function useTodo(): TodoCounts | null {
  const reviews = reviewsOf(useClient())
  useEffect(() => reviews.watch(), [reviews])
  return useReadable(reviews)
}
