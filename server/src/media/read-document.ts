// Alone: the whole contract would take 52 MB more of each decoder (2026-11).
import { readingOf, shownTextBytes } from '@cartouche/contract/reading'
import { open } from 'node:fs/promises'
import { createWordCollector, type DocumentWords, type WordCollector } from './collect-words.ts'
import { decodeText } from './decode-text.ts'
import { defaultMediaLimits, type MediaLimits } from './media-limits.ts'
import { hasOwnText } from './media-types.ts'
import { createMarkupReader, type MarkupRules } from './read-markup.ts'
import { readOfficeText } from './read-office-text.ts'
import { readPdfText } from './read-pdf-text.ts'
import { RenditionError } from './rendition-error.ts'

/** A document whose words are read. */
export interface DocumentRequest {
  path: string
  mediaType: string
  limits?: MediaLimits | undefined
}

/**
 * The words of a document, as far as the viewer shows it.
 * @throws RenditionError
 * @source decision 0252
 */
export async function readDocument(
  { path, mediaType, limits = defaultMediaLimits }: DocumentRequest,
  signal?: AbortSignal,
): Promise<DocumentWords> {
  const collector = createWordCollector()
  if (mediaType === 'application/pdf') await readPdfText(path, limits, collector, signal)
  else if (readingOf(mediaType) === 'text') await readPlainText(path, mediaType, collector)
  else if (hasOwnText(mediaType)) await readOfficeText(path, limits, collector, signal)
  else throw new RenditionError('unsupported', 'This file has no text that can be read.')
  return collector.words()
}

async function readPlainText(path: string, mediaType: string, collector: WordCollector): Promise<void> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size, shownTextBytes)), 0)
    const text = decodeText(buffer.subarray(0, bytesRead), 'und', size > bytesRead)
    if (!/html|xml/.test(mediaType)) {
      collector.take(text)
      return
    }
    const reader = createMarkupReader(mediaType.includes('html') ? ofPages : { ...ofPages, isXml: true })
    collector.take(reader.take(text))
    if (reader.isOver) collector.cut()
  } finally {
    await file.close()
  }
}

const inline: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo big cite code del dfn em font i ins kbd mark q s small span strong sub sup tt u var wbr'.split(
    ' ',
  ),
)
const programs: ReadonlySet<string> = new Set(['script', 'style'])
const ofPages: MarkupRules = {
  isXml: false,
  texts: null,
  skips: (name) => programs.has(name),
  breaks: (name) => !inline.has(name),
}
