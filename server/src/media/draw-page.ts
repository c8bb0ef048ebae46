import { readFile, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import type { MediaLimits } from './media-limits.ts'
import { RenditionError } from './rendition-error.ts'

/** What is used of the canvas that pdf.js brings along for Node. */
interface PageCanvas {
  encode(format: 'png'): Promise<Buffer>
}
interface PageCanvasFactory {
  create(widthPx: number, heightPx: number): { canvas: PageCanvas }
}

/**
 * A page of a PDF, the first by default, as PNG, fitting into a square, by pdf.js: no program of the machine
 * is needed. Scripts in the PDF are not run, fonts that it lacks come from the library, nothing is loaded
 * from elsewhere.
 * @throws RenditionError `broken`, `password_protected`, `too_large`, `timeout`; `tool_missing` on a machine
 * for which there is no canvas
 */
export async function drawPage(path: string, boxPx: number, limits: MediaLimits, page = 1): Promise<Buffer> {
  const { size } = await stat(path)
  if (size > limits.maxWholeFileBytes)
    throw new RenditionError(
      'too_large',
      `PDF documents are opened up to ${Math.floor(limits.maxWholeFileBytes / 1048576)} MB.`,
      { data: { maxBytes: limits.maxWholeFileBytes } },
    )
  const loading = await load(new Uint8Array(await readFile(path)), limits)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new RenditionError('timeout', 'Drawing the page took too long and was stopped.')),
      limits.pictureTimeoutMs,
    )
  })
  try {
    return await Promise.race([loading.promise.then((document) => draw(document, page, boxPx)), late])
  } catch (error) {
    throw pageError(error)
  } finally {
    clearTimeout(timer)
    await loading.destroy()
  }
}

async function load(data: Uint8Array, limits: MediaLimits) {
  // Only documents pay for the library: it is as large as all the rest of a worker.
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs').catch((error: unknown) => {
    throw new RenditionError(
      'tool_missing',
      'Pages of PDF documents cannot be drawn on this server: pdf.js has no canvas for it.',
      { cause: error },
    )
  })
  const folder = (name: string) =>
    fileURLToPath(new URL(`../../${name}/`, import.meta.resolve('pdfjs-dist/legacy/build/pdf.mjs')))
  return getDocument({
    data,
    verbosity: 0,
    disableFontFace: true,
    useSystemFonts: false,
    maxImageSize: limits.maxHeldPixels,
    enableXfa: false,
    standardFontDataUrl: folder('standard_fonts'),
    cMapUrl: folder('cmaps'),
    cMapPacked: true,
    wasmUrl: folder('wasm'),
    iccUrl: folder('iccs'),
  })
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

function pageError(error: unknown): RenditionError {
  if (error instanceof RenditionError) return error
  return error instanceof Error && error.name === 'PasswordException'
    ? new RenditionError(
        'password_protected',
        'The document is password-protected; its pages cannot be shown.',
        { cause: error },
      )
    : new RenditionError('broken', 'The file is damaged: its pages cannot be read.', { cause: error })
}
