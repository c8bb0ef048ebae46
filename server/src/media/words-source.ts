// Alone: the whole contract would take 52 MB more of each decoder (2026-11).
import { readingOf } from '@cartouche/contract/reading'
import { hasOwnText } from './media-types.ts'

/** How documents are read. It grows with every change that finds other words: all are then read again. */
export const wordsVersion = 1

/**
 * What the words of a document are read from: the file itself, or the PDF of its pages (`pages`); null where
 * it has none that the viewer would show.
 */
export function wordsSourceOf(mediaType: string): 'original' | 'pages' | null {
  const reading = readingOf(mediaType)
  if (reading === null) return null
  return reading === 'text' || mediaType === 'application/pdf' || hasOwnText(mediaType) ? 'original' : 'pages'
}
