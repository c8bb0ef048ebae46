import type { Entry, ZipFile } from 'yauzl'
import type { WordCollector } from './collect-words.ts'
import type { MediaLimits } from './media-limits.ts'
import { readOfficeProgram, readParts } from './office-kind.ts'
import { createMarkupReader, type MarkupRules } from './read-markup.ts'
import { RenditionError } from './rendition-error.ts'

/** The parts that have what is read on pages, sheets and slides. */
const parts =
  /^(?:word\/(?:document|footnotes|endnotes|header|footer)\d*\.xml|xl\/(?:sharedStrings|worksheets\/sheet\d+)\.xml|ppt\/slides\/slide\d+\.xml|content\.xml)$/

/** Where a line or a cell ends, or a space stands. */
const ends: ReadonlySet<string> = new Set(
  'p h br cr tab line-break s si c row table-cell table-row list-item'.split(' '),
)

/** @source ECMA-376 part 1 §17.3.3.31, §18.3.1.4, §21.1.2.3.11 */
const ofOfficeOpen: MarkupRules = {
  isXml: true,
  texts: new Set(['t', 'v']),
  // The value of such a cell is the number of a text that all sheets share.
  skips: (name, { t }) => name === 'c' && t === 's',
  breaks: (name) => ends.has(name),
}

const besideText: ReadonlySet<string> = new Set(
  'automatic-styles font-face-decls scripts forms tracked-changes annotation'.split(' '),
)
/** @source OpenDocument 1.3 part 3 §3.7 */
const ofOpenDocument: MarkupRules = {
  isXml: true,
  texts: null,
  skips: (name) => besideText.has(name),
  breaks: (name) => ends.has(name),
}

/**
 * Takes the text of an Office document out of its parts.
 * @throws RenditionError as `readOfficeProgram`: `password_protected`, `decompression_bomb`, `truncated`,
 * `broken`; `unsupported` where it has no part with text; `cancelled`
 */
export async function readOfficeText(
  path: string,
  limits: MediaLimits,
  collector: WordCollector,
  signal?: AbortSignal,
): Promise<void> {
  await readOfficeProgram(path)
  const end = Date.now() + limits.wordsTimeoutMs
  let found = 0
  await readParts(path, async (zip, entry) => {
    if (!parts.test(entry.fileName)) return true
    found++
    return readPart(zip, entry, collector, { end, signal })
  })
  if (found === 0) throw new RenditionError('unsupported', 'This document has no text that can be read.')
}

/** False where no more is to be read. */
async function readPart(
  zip: ZipFile,
  entry: Entry,
  collector: WordCollector,
  { end, signal }: { readonly end: number; readonly signal: AbortSignal | undefined },
): Promise<boolean> {
  const reader = createMarkupReader(entry.fileName === 'content.xml' ? ofOpenDocument : ofOfficeOpen)
  const decoder = new TextDecoder()
  let line = ''
  let isCut = false
  // yauzl itself ends a part that grows over the size that it claims.
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    if (signal?.aborted) throw new RenditionError('cancelled', 'The work was cancelled.')
    if (Date.now() > end || reader.isOver) {
      isCut = true
      break
    }
    line += reader.take(decoder.decode(chunk as Buffer, { stream: true }))
    // A word may go on in the next part.
    const whole = line.lastIndexOf('\n') + 1
    if (whole === 0) continue
    if (!collector.take(line.slice(0, whole))) return false
    line = line.slice(whole)
  }
  const wantsMore = collector.take(line)
  if (isCut) collector.cut()
  return wantsMore && !isCut
}
