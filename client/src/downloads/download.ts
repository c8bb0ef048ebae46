import type { ArchiveEstimate, ItemReference } from '@cartouche/contract'
import type { Failure } from '../failure.ts'
import type { LoadStatus } from '../load-status.ts'
import type { KeyedReadable, Readable } from '../store/keyed-store.ts'

/** What is to be downloaded: a cart, or a share by its visitor. */
export interface DownloadRequest {
  readonly name: string
  readonly cartId?: number
  readonly shareId?: string
  /** Password of the share; kept in memory alone. */
  readonly password?: string | undefined
  /** Only these items. */
  readonly selection?: readonly ItemReference[]
  /** `originals` unless said otherwise. @source portal §9 Download defaults, like the three that follow */
  readonly profile?: string
  readonly withContactSheet?: boolean
  readonly withAssetsDescriptions?: boolean
  readonly sendLinkByEmail?: boolean
}

/** A file that is left out because it alone is over the limit. */
export interface SkippedItem extends ItemReference {
  readonly name: string
  readonly sizeBytes: number
}

/** One download on its way. @source portal §3 Cart download record */
export interface DownloadSnapshot {
  readonly downloadId: string
  readonly downloadName: string
  readonly cartId: number | null
  readonly shareId: string | null
  readonly profile: string
  readonly withContactSheet: boolean
  readonly withAssetsDescriptions: boolean
  readonly sendLinkByEmail: boolean
  readonly selection: readonly ItemReference[] | null
  readonly status: LoadStatus
  readonly error: Failure | null
  /** Size beside the limits, once it is estimated. */
  readonly infos: ArchiveEstimate | null
  /** Bytes; -1 until estimated. */
  readonly size: number
  readonly zipUuid: string | null
  /** Address of the archive, once it is ready. */
  readonly url: string | null
  /** Whether the size waits for the person's word: `confirm` or `dismiss`. */
  readonly waitsForUser: boolean
  /** Which part of a split download it is. */
  readonly part: { readonly n: number; readonly total: number } | null
  /** What is left out, and why it is: larger than the limit. On the first part only. */
  readonly skipped: readonly SkippedItem[]
  /** Start, milliseconds since 1970. */
  readonly time: number
}

/** Downloads: their ids in order of start, and each by id. */
export interface Downloads {
  readonly all: Readable<readonly DownloadSnapshot[]>
  readonly byId: KeyedReadable<DownloadSnapshot | null>
  /** Starts a download: tested, then built unless the test warns or refuses. Answers its id at once. */
  start(request: DownloadRequest): string
  /** Builds a download whose size was warned of. @throws download_unknown, download_status */
  confirm(downloadId: string): void
  /** Tries a failed download again from its start. @throws download_unknown, download_status */
  retry(downloadId: string): void
  /** The person has taken the file. @throws download_unknown, download_status */
  markDownloaded(downloadId: string): void
  /** Removes a download, stopping what is under way. */
  dismiss(downloadId: string): void
  /** Takes up the downloads that were pending when the page was left. */
  restore(): void
  /** Dismisses all downloads: another person comes. */
  clear(): void
}
