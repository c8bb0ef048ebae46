import type { PDFDocumentProxy } from 'pdfjs-dist'
import type { MediaLimits } from './media-limits.ts'
import { withPdf } from './open-pdf.ts'
import { RenditionError } from './rendition-error.ts'

/** What is used of the canvas that pdf.js brings along for Node. */
interface PageCanvas {
  encode(format: 'png'): Promise<Buffer>
}
interface PageCanvasFactory {
  create(widthPx: number, heightPx: number): { canvas: PageCanvas }
}

/**
 * A page of a PDF, the first by default, as PNG, fitting into a square.
 * @throws RenditionError as {@link withPdf}
 */
export function drawPage(path: string, boxPx: number, limits: MediaLimits, page = 1): Promise<Buffer> {
  return withPdf(path, limits, (document) => draw(document, page, boxPx))
}

async function draw(document: PDFDocumentProxy, number: number, boxPx: number): Promise<Buffer> {
  if (number > document.numPages) throw new RenditionError('broken', `The document has no page ${number}.`)
  const page = await document.getPage(number)
  const full = page.getViewport({ scale: 1 })
  const viewport = page.getViewport({ scale: boxPx / Math.max(full.width, full.height) })
  // pdf.js types its canvas for browsers; under Node it is that of @napi-rs/canvas.
  const factory = document.canvasFactory as PageCanvasFactory
  const { canvas } = factory.create(
    Math.max(1, Math.round(viewport.width)),
    Math.max(1, Math.round(viewport.height)),
  )
  await page.render({ canvas: canvas as never, viewport, background: '#ffffff' }).promise
  return canvas.encode('png')
}
