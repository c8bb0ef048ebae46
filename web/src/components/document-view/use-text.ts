import { useEffect, useState } from 'react'
import { askForReading } from './open-pdf.ts'

/** A text that is being read. */
export type OpenedText =
  | { readonly is: 'opening' }
  | { readonly is: 'open'; readonly text: string }
  | { readonly is: 'failed'; readonly error: unknown }

/** Reads the text at an address. */
export function useText(url: string): OpenedText {
  const [opened, setOpened] = useState<OpenedText>({ is: 'opening' })
  useEffect(() => {
    const end = new AbortController()
    const { signal } = end
    askForReading(url, { signal })
      .then((response) => response.text())
      .then(
        (text) => {
          if (!signal.aborted) setOpened({ is: 'open', text })
        },
        (error: unknown) => {
          if (!signal.aborted) setOpened({ is: 'failed', error })
        },
      )
    return () => end.abort()
  }, [url])
  return opened
}
