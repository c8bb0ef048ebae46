import type { PDFDocumentLoadingTask } from 'pdfjs-dist'
// oxlint-disable-next-line import/default -- Vite gives its address
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import { connection } from '../../connection/connection.ts'
import { loadPart } from '../../connection/load-part.ts'

/** Why a document cannot be read. `none`: there is nothing to read of it for this person. */
export type ReadingProblem = 'none' | 'failed' | 'damaged'

/** A document cannot be read. */
export class ReadingError extends Error {
  override readonly name = 'ReadingError'
  readonly problem: ReadingProblem
  /** Why its pages could not be made: a code of the server's renditions; empty where it does not say. */
  readonly code: string
  constructor(problem: ReadingProblem, code = '', options?: ErrorOptions) {
    super(`The document cannot be read: ${problem} ${code}`, options)
    this.problem = problem
    this.code = code
  }
}

/** While pages are made for the first time, milliseconds between two questions, and how many. */
const askAgainMs = 1000
const mostQuestions = 90

/**
 * Waits until what a document is read by is made, and answers with it. @throws ReadingError; Error where the
 * signal ends it or the server is away
 */
export async function askForReading(url: string, init: RequestInit): Promise<Response> {
  for (let asked = 0; asked < mostQuestions; asked++) {
    const response = await connection.fetch(url, init)
    if (response.status !== 202) {
      if (response.ok) return response
      if (response.status !== 422) throw new ReadingError('none')
      throw new ReadingError('failed', await problemOf(response))
    }
    await new Promise((resolve) => {
      setTimeout(resolve, askAgainMs)
    })
    init.signal?.throwIfAborted()
  }
  throw new ReadingError('failed', 'timeout')
}

/** Why a rendition could not be made, as the error of the answer says it. */
async function problemOf(response: Response): Promise<string> {
  const body = (await response.json().catch(() => null)) as { data?: { problem?: unknown } } | null
  const problem = body?.data?.problem
  return typeof problem === 'string' ? problem : ''
}

/** pdf.js and its viewer, which only who reads a document loads. */
export async function loadPdfLibrary() {
  const core = await loadPart(() => import('pdfjs-dist/legacy/build/pdf.mjs'))
  // The viewer takes the library from the window, where the library has put itself.
  const viewer = await loadPart(() => import('pdfjs-dist/legacy/web/pdf_viewer.mjs'))
  core.GlobalWorkerOptions.workerSrc = workerUrl
  return { core, viewer }
}
export type PdfLibrary = Awaited<ReturnType<typeof loadPdfLibrary>>

/** Bytes of one question: a page of text with a picture takes a few. */
const rangeBytes = 256 * 1024
const mostImagePixels = 80_000_000

/**
 * Opens a PDF, of which only what is looked at is read. Scripts inside are never run, and forms are shown as
 * they were saved.
 * @param url has been asked for by {@link askForReading}
 */
export function openPdf({ core }: PdfLibrary, url: string): PDFDocumentLoadingTask {
  const folder = `${import.meta.env.BASE_URL}assets/pdfjs-${core.version}/`
  return core.getDocument({
    url,
    rangeChunkSize: rangeBytes,
    disableAutoFetch: true,
    disableStream: true,
    maxImageSize: mostImagePixels,
    enableXfa: false,
    // The policy of our pages runs no WebAssembly.
    useWasm: false,
    cMapUrl: `${folder}cmaps/`,
    cMapPacked: true,
    // Fonts that are not embedded look alike on every machine, and letters stand where their widths say.
    useSystemFonts: false,
    standardFontDataUrl: `${folder}standard_fonts/`,
    wasmUrl: `${folder}wasm/`,
    verbosity: 0,
  })
}
