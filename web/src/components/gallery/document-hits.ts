import { createContext, useContext } from 'react'

/** Ids of the assets of a list that were found by words inside their documents. */
export const DocumentHitsContext = createContext<ReadonlySet<number>>(new Set())

/** Whether an asset is in its list for words inside its document, and not for its metadata. */
export function useIsDocumentHit(id: number): boolean {
  return useContext(DocumentHitsContext).has(id)
}
