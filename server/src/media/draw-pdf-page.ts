import { readFile, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { MediaLimits } from './media-limits.ts'
import { RenditionError } from './rendition-error.ts'

// Both are optional: they are looked for at run time, as programs are. Of their interfaces only what is used stands here.
const pdfLibrary: string = 'pdfjs-dist/legacy/build/pdf.mjs'
const canvasLibrary: string = '@napi-rs/canvas'
interface Canvas { encode(format: 'png'): Promise<Buffer> }
interface Viewport { width: number, height: number }
interface Page { getViewport(options: { scale: number }): Viewport, render(options: { canvas: Canvas, viewport: Viewport, background: string }): { promise: Promise<void> } }
interface PdfLoading { promise: Promise<{ getPage(number: number): Promise<Page> }>, destroy(): Promise<void> }
interface Libraries { getDocument(options: Record<string, unknown>): PdfLoading, createCanvas(width: number, height: number): Canvas }

/**
 * The first page of a PDF as PNG by pdf.js, within this process: no program of the machine is needed.
 * Scripts in the PDF are not run, fonts that it lacks come from the library, nothing is loaded from elsewhere.
 * @throws RenditionError `tool_missing` where the library is not installed, `broken`, `password_protected`, `too_large`
 */
export async function drawPdfPage(path: string, boxPx: number, limits: MediaLimits): Promise<Buffer> {
  const { getDocument, createCanvas } = await load()
  const { size } = await stat(path)
  if (size > limits.maxWholeFileBytes) throw new RenditionError('too_large', `PDF documents are opened up to ${Math.floor(limits.maxWholeFileBytes / 1048576)} MB.`)
  const folder = (name: string) => `${fileURLToPath(new URL(`../../${name}/`, import.meta.resolve(pdfLibrary)))}`
  const loading = getDocument({
    data: new Uint8Array(await readFile(path)), verbosity: 0, disableFontFace: true, useSystemFonts: false, maxImageSize: limits.maxPixels,
    standardFontDataUrl: folder('standard_fonts'), cMapUrl: folder('cmaps'), cMapPacked: true, wasmUrl: folder('wasm'), iccUrl: folder('iccs'),
  })
  try {
    const page = await (await loading.promise).getPage(1)
    const full = page.getViewport({ scale: 1 })
    const viewport = page.getViewport({ scale: boxPx / Math.max(full.width, full.height) })
    const canvas = createCanvas(Math.max(1, Math.round(viewport.width)), Math.max(1, Math.round(viewport.height)))
    await page.render({ canvas, viewport, background: '#ffffff' }).promise
    return await canvas.encode('png')
  } catch (error) {
    throw error instanceof Error && error.name === 'PasswordException'
      ? new RenditionError('password_protected', 'The document is protected by a password; its pages cannot be shown.', { cause: error })
      : new RenditionError('broken', 'The file is damaged: its pages cannot be read.', { cause: error })
  } finally {
    await loading.destroy()
  }
}

async function load(): Promise<Libraries> {
  try {
    return { ...await import(pdfLibrary) as Libraries, ...await import(canvasLibrary) as Libraries }
  } catch (error) {
    throw new RenditionError('tool_missing', 'Pages of PDF documents need pdf.js or poppler-utils, neither of which is installed on this server.', { cause: error })
  }
}
