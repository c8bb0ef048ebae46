import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { pageOf } from '../../address/page-of-document.ts'
import { useDocumentWords } from './use-document-words.ts'

/**
 * The words inside a document for which it was opened from a search, for as long as it is open; null until
 * they are known, where it has none of them, and where its address names a page.
 */
export function useSoughtWords(id: number): readonly string[] | null {
  const router = useRouter()
  const [hasPage] = useState(() => pageOf(router.state.location.search) > 1)
  const [words, setWords] = useState<readonly string[] | null>(null)
  const found = useDocumentWords(id)?.found ?? []
  if (words === null && found.length > 0 && !hasPage) setWords(found)
  return words
}
