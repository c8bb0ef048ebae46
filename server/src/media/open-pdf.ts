import { readFile, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import type { MediaLimits } from './media-limits.ts'
import { RenditionError } from './rendition-error.ts'

/**
 * Opens a PDF by pdf.js for as long as it is used: no program of the machine is needed. Scripts in it are not
 * run, fonts that it lacks come from the library, nothing is loaded from elsewhere.
 * @param use may take as long as a picture, or `timeoutMs`
 * @throws RenditionError `broken`, `password_protected`, `too_large`, `timeout`; `tool_missing` on a machine
 * for which there is no canvas
 */
export async function withPdf<T>(
  path: string,
  limits: MediaLimits,
  use: (document: PDFDocumentProxy) => Promise<T>,
  timeoutMs = limits.pictureTimeoutMs,
): Promise<T> {
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
      timeoutMs,
    )
  })
  try {
    return await Promise.race([loading.promise.then(use), late])
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

function pageError(error: unknown): RenditionError {
  if (error instanceof RenditionError) return error
  return error instanceof Error && error.name === 'PasswordException'
    ? new RenditionError('password_protected', 'The document is password-protected.', { cause: error })
    : new RenditionError('broken', 'The file is damaged: its pages cannot be read.', { cause: error })
}
