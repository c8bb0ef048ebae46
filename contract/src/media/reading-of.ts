/** How a document is read: `pages` of a PDF, or `text`. Both are names of renditions. */
export type Reading = 'pages' | 'text'

const office = /officedocument|opendocument|^application\/(msword|rtf|vnd\.ms-(word|excel|powerpoint))/
const texts = /^text\/|^application\/(json|xml|x-subrip)$/

/**
 * How a document of this media type is read; null where it cannot be. Pages of Office documents are made by
 * LibreOffice, where the server has it.
 * @source decision 0213
 */
export function readingOf(mediaType: string): Reading | null {
  if (mediaType === 'application/pdf' || office.test(mediaType)) return 'pages'
  return texts.test(mediaType) ? 'text' : null
}

/** Most bytes of a text that are shown: its beginning. */
export const shownTextBytes = 2_000_000

/** Most pages of an Office document that are made: its first ones. */
export const shownOfficePages = 500
