import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { drawPdfPage } from './draw-pdf-page.ts'
import type { MediaLimits } from './media-limits.ts'
import { RenditionError } from './rendition-error.ts'
import { findProgram, runProgram } from './run-program.ts'

/**
 * The first page of a PDF as PNG, fitting into a square: by poppler where the machine has it (a process of its own), else by pdf.js.
 * @throws RenditionError `tool_missing`, `broken`, `password_protected`, `timeout`, `cancelled`
 */
export async function drawFirstPage(path: string, boxPx: number, limits: MediaLimits, signal?: AbortSignal): Promise<Buffer> {
  if (!await findProgram('pdftoppm')) return drawPdfPage(path, boxPx, limits)
  const page = await runProgram({
    program: 'pdftoppm', timeoutMs: limits.pictureTimeoutMs, signal, maxOutputBytes: boxPx * boxPx * 4 + 1_000_000,
    args: ['-f', '1', '-l', '1', '-singlefile', '-png', '-scale-to', String(boxPx), '-q', path],
  }).catch((error: unknown) => { throw pageError(error) })
  if (page.length === 0) throw new RenditionError('broken', 'The file is damaged: its first page cannot be drawn.')
  return page
}

function pageError(error: unknown): RenditionError {
  if (!(error instanceof RenditionError)) return new RenditionError('broken', 'The document cannot be read.', { cause: error })
  const complaint = error.cause instanceof Error ? error.cause.message : ''
  if (/password/i.test(complaint)) return new RenditionError('password_protected', 'The document is protected by a password; its pages cannot be shown.', { cause: error })
  if (error.code === 'broken') return new RenditionError('broken', 'The file is damaged: its pages cannot be read.', { cause: error })
  return error
}

/**
 * Turns an Office document into a PDF in a folder of its own by LibreOffice, with a fresh profile: no macros, no links are followed.
 * @returns what `use` gives of the PDF, which is gone afterwards
 * @throws RenditionError `tool_missing`, `broken`, `timeout`, `cancelled`
 */
export async function withOfficePdf<T>(path: string, limits: MediaLimits, signal: AbortSignal | undefined, use: (pdfPath: string) => Promise<T>): Promise<T> {
  const program = await findProgram('soffice') ? 'soffice' : 'libreoffice'
  const folder = await mkdtemp(join(tmpdir(), 'cartouche-office-'))
  try {
    await runProgram({
      program, timeoutMs: limits.documentTimeoutMs, signal,
      args: ['--headless', '--norestore', '--nolockcheck', '--nodefault', `-env:UserInstallation=${pathToFileURL(join(folder, 'profile'))}`,
        '--convert-to', 'pdf', '--outdir', folder, path],
    }).catch((error: unknown) => { throw officeError(error) })
    const pdf = (await readdir(folder)).find((name) => name.endsWith('.pdf'))
    if (!pdf) throw new RenditionError('broken', 'The file is damaged: LibreOffice cannot open it.')
    return await use(join(folder, pdf))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function officeError(error: unknown): unknown {
  if (error instanceof RenditionError && error.code === 'tool_missing') {
    return new RenditionError('tool_missing', 'Pages of Office documents need LibreOffice, which is not installed on this server.')
  }
  return error
}
