import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import type { WordCollector } from './collect-words.ts'
import { jobTimeoutMs, type MediaLimits } from './media-limits.ts'
import { withPdf } from './open-pdf.ts'
import { RenditionError } from './rendition-error.ts'

/**
 * Takes the text of all pages of a PDF, as the viewer searches it. A page that cannot be read is left out;
 * pages for which there is no time are, too.
 * @throws RenditionError as {@link withPdf}; `broken` where no page can be read; `cancelled`
 */
export function readPdfText(
  path: string,
  limits: MediaLimits,
  collector: WordCollector,
  signal?: AbortSignal,
): Promise<void> {
  const end = Date.now() + limits.wordsTimeoutMs
  return withPdf(
    path,
    limits,
    (document) => readPages(document, collector, { end, signal }),
    jobTimeoutMs.words,
  )
}

async function readPages(
  document: PDFDocumentProxy,
  collector: WordCollector,
  { end, signal }: { readonly end: number; readonly signal: AbortSignal | undefined },
): Promise<void> {
  let readable = 0
  for (let number = 1; number <= document.numPages; number++) {
    if (signal?.aborted) throw new RenditionError('cancelled', 'The work was cancelled.')
    if (Date.now() > end) return collector.cut()
    // oxlint-disable-next-line no-await-in-loop -- one page is in memory at a time
    const text = await textOfPage(document, number)
    if (text !== undefined) readable++
    if (text !== undefined && !collector.take(text)) return
    // The worker reports in between that it is alive.
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await yieldToOthers()
  }
  if (readable === 0)
    throw new RenditionError('broken', 'The file is damaged: the text of its pages cannot be read.')
}

async function textOfPage(document: PDFDocumentProxy, number: number): Promise<string | undefined> {
  try {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    page.cleanup()
    return items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
  } catch {
    return undefined
  }
}
