import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useState } from 'react'
import { askForReading, loadPdfLibrary, openPdf, ReadingError, type PdfLibrary } from './open-pdf.ts'

/** A document that is being opened. `password`: it is asked for; `wrong` where one was given already. */
export type OpenedPdf =
  | { readonly is: 'opening' }
  | { readonly is: 'password'; readonly isWrong: boolean; readonly give: (password: string) => void }
  | { readonly is: 'open'; readonly library: PdfLibrary; readonly pdf: PDFDocumentProxy }
  | { readonly is: 'failed'; readonly error: unknown }

/** @source pdf.js PasswordResponses */
const wrongPassword = 2

const opening: OpenedPdf = { is: 'opening' }

/**
 * Closes a document once what its viewer asks for at the beginning was answered: the library reports what is
 * cut off there as an error, though nobody looks any more.
 */
async function closePdf(pdf: PDFDocumentProxy): Promise<void> {
  await Promise.allSettled([pdf.getPage(1), pdf.getPermissions(), pdf.getOptionalContentConfig()])
  await pdf.loadingTask.destroy()
}

/** Opens the document at an address, and closes it with the component. */
export function usePdf(url: string): OpenedPdf {
  const [current, setCurrent] = useState<{ readonly of: string; readonly opened: OpenedPdf } | null>(null)
  useEffect(() => {
    const end = new AbortController()
    let close: (() => Promise<void>) | undefined
    const show = (now: OpenedPdf): void => {
      if (!end.signal.aborted) setCurrent({ of: url, opened: now })
    }
    const open = async (): Promise<void> => {
      const [library] = await Promise.all([
        loadPdfLibrary(),
        askForReading(url, { headers: { range: 'bytes=0-0' }, signal: end.signal }),
      ])
      if (end.signal.aborted) return
      const task = openPdf(library, url)
      close = () => task.destroy()
      task.onPassword = (give: (password: string) => void, reason: number) =>
        show({ is: 'password', isWrong: reason === wrongPassword, give })
      const pdf = await task.promise.catch((error: unknown) => {
        const isDamaged = error instanceof Error && error.name === 'InvalidPDFException'
        throw new ReadingError(isDamaged ? 'damaged' : 'failed', '', { cause: error })
      })
      close = () => closePdf(pdf)
      show({ is: 'open', library, pdf })
    }
    open().catch((error: unknown) => show({ is: 'failed', error }))
    return () => {
      end.abort()
      void close?.()
    }
  }, [url])
  // The document of another address is closed by now.
  return current?.of === url ? current.opened : opening
}
