import type { Log } from '../log.ts'
import type { TextStorage } from '../store/text-storage.ts'
import type { DownloadSnapshot } from './download.ts'

/** @source portal §4 Download flow: pending downloads persist in local storage */
export const pendingKey = 'PENDING_DOWNLOAD'

/**
 * Keeps the downloads that are not taken yet; a storage that is full or forbidden is reported, nothing else.
 */
export function keepPending(storage: TextStorage, downloads: readonly DownloadSnapshot[], log: Log): void {
  const pending = downloads.filter(({ status }) => status !== 'downloaded' && status !== 'error')
  try {
    if (pending.length === 0) storage.removeItem(pendingKey)
    else storage.setItem(pendingKey, JSON.stringify(pending))
  } catch (error) {
    log('warn', 'Pending downloads could not be kept', error)
  }
}

/** The downloads that were kept; none where nothing readable is. */
export function readPending(storage: TextStorage): readonly DownloadSnapshot[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(pendingKey) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isDownload) : []
  } catch {
    return []
  }
}

function isDownload(value: unknown): value is DownloadSnapshot {
  if (typeof value !== 'object' || value === null) return false
  const { downloadId, downloadName, status } = value as Partial<DownloadSnapshot>
  return typeof downloadId === 'string' && typeof downloadName === 'string' && typeof status === 'string'
}
