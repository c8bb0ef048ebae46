import { clipsOf, type Clip } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { useEffect, useRef, useState } from 'react'
import { saveUrl } from '../../downloads/take-download.ts'

/** How the download of a clip stands. */
export interface ClipDownload {
  readonly status: 'idle' | 'making' | 'started' | 'failed'
  readonly error: unknown
  /** How much of it is made, from 0 to 1; null before that is known. */
  readonly share: number | null
  readonly start: (clip: Clip) => void
  readonly cancel: () => void
}

/** Has a clip made and downloads it; who closes the dialog or cancels, ends the making. */
export function useClipDownload(): ClipDownload {
  const client = useClient()
  const running = useRef<AbortController>(null)
  const [{ status, error }, setState] = useState<Pick<ClipDownload, 'status' | 'error'>>({
    status: 'idle',
    error: null,
  })
  const [share, setShare] = useState<number | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const make = async (clip: Clip, { signal }: AbortController): Promise<void> => {
    try {
      await clipsOf(client).prepare(clip, { signal, onProgress: setShare })
      if (signal.aborted) return
      saveUrl(clipsOf(client).urlOf(clip))
      setState({ status: 'started', error: null })
    } catch (failure) {
      if (!signal.aborted) setState({ status: 'failed', error: failure })
    }
  }
  return {
    status,
    error,
    share,
    start(clip) {
      running.current?.abort()
      running.current = new AbortController()
      setShare(null)
      setState({ status: 'making', error: null })
      void make(clip, running.current)
    },
    cancel() {
      running.current?.abort()
      setState({ status: 'idle', error: null })
    },
  }
}
