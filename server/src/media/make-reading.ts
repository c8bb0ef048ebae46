// Alone: the whole contract would take 52 MB more of each decoder (2026-11).
import { shownOfficePages, shownTextBytes } from '@cartouche/contract/reading'
import { copyFile, open, rm, stat, writeFile } from 'node:fs/promises'
import { decodeText } from './decode-text.ts'
import { defaultMediaLimits, type MediaLimits } from './media-limits.ts'
import { isOfficeDocument } from './media-types.ts'
import { withOfficePdf } from './office-pdf.ts'
import type { RenderedRendition, RenditionOutput } from './pixels.ts'
import { RenditionError } from './rendition-error.ts'

interface ReadingSource {
  readonly sourcePath: string
  readonly mediaType: string
  readonly limits?: MediaLimits | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Writes what a document is read by: the PDF of an Office document, or the beginning of a text in UTF-8.
 * @throws RenditionError; nothing is left at `outputPath` then
 * @source decision 0213
 */
export async function makeReading(
  source: ReadingSource,
  { recipe, outputPath }: RenditionOutput,
): Promise<RenderedRendition> {
  try {
    await (recipe.kind === 'pages' ? writePages(source, outputPath) : writeText(source, outputPath))
    const { size: sizeBytes } = await stat(outputPath)
    return {
      name: recipe.name,
      width: 0,
      height: 0,
      sizeBytes,
      mediaType: recipe.mediaType,
      isPlaceholder: false,
    }
  } catch (error) {
    await rm(outputPath, { force: true })
    throw error
  }
}

async function writePages(
  { sourcePath, mediaType, limits = defaultMediaLimits, signal }: ReadingSource,
  outputPath: string,
): Promise<void> {
  if (!isOfficeDocument(mediaType)) throw new RenditionError('unsupported', 'This file has no pages.')
  const pages = { first: 1, last: shownOfficePages, timeoutMs: limits.pagesTimeoutMs, signal }
  await withOfficePdf(sourcePath, pages, (pdfPath) => copyFile(pdfPath, outputPath))
}

async function writeText({ sourcePath }: ReadingSource, outputPath: string): Promise<void> {
  const file = await open(sourcePath, 'r')
  try {
    const { size } = await file.stat()
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size, shownTextBytes)), 0)
    await writeFile(outputPath, decodeText(buffer.subarray(0, bytesRead), 'und', size > bytesRead))
  } finally {
    await file.close()
  }
}
