import type { DownloadSnapshot } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { useEffect, useRef } from 'react'
import { takeDownload } from './take-download.ts'

/**
 * Hands downloads to the browser when they become ready while someone looks on. Of parts the first alone: a
 * browser asks before it saves several files that nobody clicked on.
 */
export function useTakeWhenReady(downloads: readonly DownloadSnapshot[]): void {
  const client = useClient()
  const seen = useRef(new Map<string, string>())
  useEffect(() => {
    for (const download of downloads) {
      const before = seen.current.get(download.downloadId)
      seen.current.set(download.downloadId, download.status)
      const becameReady = download.status === 'loaded' && before !== undefined && before !== 'loaded'
      // A failure leaves it ready, with its button.
      if (becameReady && (download.part === null || download.part.n === 1))
        takeDownload(client, download).catch(() => undefined)
    }
  }, [client, downloads])
}
