import { isInProgress, type DownloadSnapshot } from '@cartouche/client'
import type { TextId } from '../translations/texts.ts'

/** How a download stands, in words. */
export function stateText({
  status,
  waitsForUser,
}: Pick<DownloadSnapshot, 'status' | 'waitsForUser'>): TextId {
  if (waitsForUser) return 'downloads.state.asking'
  if (status === 'resolving' || status === 'resolved') return 'downloads.state.testing'
  if (status === 'initial' || status === 'fetching') return 'downloads.state.preparing'
  if (status === 'loaded') return 'downloads.state.ready'
  if (status === 'downloaded') return 'downloads.state.taken'
  return status === 'error' ? 'downloads.state.failed' : 'downloads.state.waiting'
}

/** What a person can do about a download that failed. */
export function adviceText({ error }: Pick<DownloadSnapshot, 'error'>): TextId {
  const code = error?.code
  if (code === 'download_refused' || code === 'download_too_large' || code === 'archive_refused')
    return 'downloads.failed.refused'
  return code === 'cart_not_found' ||
    code === 'share_not_found' ||
    code === 'access_denied' ||
    code === 'archive_empty' ||
    code === 'list_not_found' ||
    code === 'email_missing'
    ? 'downloads.failed.gone'
    : 'downloads.failed.retry'
}

/** Whether the same once more can help. */
export function canTryAgain(download: Pick<DownloadSnapshot, 'status' | 'error'>): boolean {
  return download.status === 'error' && adviceText(download) === 'downloads.failed.retry'
}

/** All downloads in one: how far they are, whether something is under way, waits for a word, failed. */
export interface TraySummary {
  readonly count: number
  /** Ready, or taken already. */
  readonly ready: number
  readonly isBusy: boolean
  readonly needsPerson: boolean
}

/** Sums downloads up for the ring of the tray. */
export function summarize(downloads: readonly DownloadSnapshot[]): TraySummary {
  return {
    count: downloads.length,
    ready: downloads.filter(({ status }) => status === 'loaded' || status === 'downloaded').length,
    isBusy: downloads.some(({ status }) => isInProgress(status)),
    needsPerson: downloads.some(({ waitsForUser, status }) => waitsForUser || status === 'error'),
  }
}
