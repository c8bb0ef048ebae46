import { calls } from '@cartouche/client'
import type { CallAnswer, Calls } from '@cartouche/contract'
import { useRead } from '@cartouche/react'
import { useRouterState } from '@tanstack/react-router'
import { textOfSearch } from '../../address/text-of-search.ts'

/**
 * What the search knows of the words inside the document of an asset, and which of those stand there that the
 * list was searched for; undefined until that is known.
 */
export function useDocumentWords(id: number): CallAnswer<Calls['getDocumentWords']> | undefined {
  const fulltext = useRouterState({ select: ({ location }) => textOfSearch(location.search) })
  return useRead(calls.getDocumentWords, { object: 'asset', id: String(id), fulltext }).data
}
