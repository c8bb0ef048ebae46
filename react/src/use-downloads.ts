import { downloadsOf, type DownloadSnapshot } from '@cartouche/client'
import { useClient } from './provider.tsx'
import { useKey, useReadable } from './use-readable.ts'

/** All downloads in order of start. Actions: `downloadsOf(useClient())`. */
export function useDownloads(): readonly DownloadSnapshot[] {
  return useReadable(downloadsOf(useClient()).all)
}

/** One download, or null when it was dismissed. */
export function useDownload(downloadId: string): DownloadSnapshot | null {
  return useKey(downloadsOf(useClient()).byId, downloadId)
}
