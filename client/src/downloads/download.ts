import type { ArchiveEstimate, ArchiveState, ItemReference } from '@cartouche/contract/wire'
import type { Failure } from '../failure.ts'
import type { LoadStatus } from '../load-status.ts'
import type { DownloadRange } from './split-download.ts'
import type { KeyedReadable, Readable } from '../store/keyed-store.ts'

/** A whole search, as lists take it: its hits as they are when the download is tested. */
export interface SearchDownload {
  /** Resource path; all assets by default. */
  readonly path?: string
  readonly query?: unknown
  readonly fulltext?: string
  readonly fulltextMode?: 'should' | 'must'
  readonly orderby?: string
  /** Under which its hits are kept already; the rest says nothing then. */
  readonly list?: string
}

/** What is to be downloaded: a cart, a whole search, or a share by its visitor. */
export interface DownloadRequest {
  readonly name: string
  readonly cartId?: number
  readonly search?: SearchDownload
  readonly shareId?: string
  /** Password of the share; kept in memory alone. */
  readonly password?: string | undefined
  /** Only these items. */
  readonly selection?: readonly ItemReference[]
  /** `originals` by default. @source portal §9 Download defaults, like the three that follow */
  readonly profile?: string
  readonly withContactSheet?: boolean
  readonly withAssetsDescriptions?: boolean
  /**
   * The video of each Live Photo with its picture. Default: with originals, unless the file itself is wanted.
   * @source decision 0256
   */
  readonly withLiveVideos?: boolean
  readonly sendLinkByEmail?: boolean
  /** `url` is of the file itself, where the archive holds the file of one asset. */
  readonly unzip?: boolean
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
  readonly search: SearchDownload | null
  /** Under which the hits of a search are kept, once it was tested. */
  readonly list: string | null
  /** Which of the kept hits; null: all. */
  readonly range: DownloadRange | null
  readonly profile: string
  readonly withContactSheet: boolean
  readonly withAssetsDescriptions: boolean
  readonly withLiveVideos: boolean
  readonly sendLinkByEmail: boolean
  readonly unzip: boolean
  readonly selection: readonly ItemReference[] | null
  readonly status: LoadStatus
  readonly error: Failure | null
  /**
   * How many pieces are made of those that must be before the archive is ready; null where nobody has said.
   */
  readonly progress: { readonly done: number; readonly total: number } | null
  /** Size beside the limits, once it is estimated; in `leftOut` what will not be in it, and why. */
  readonly infos: ArchiveEstimate | null
  /** Bytes; -1 until estimated. */
  readonly size: number
  readonly zipUuid: string | null
  /** Address of the archive, or of its only file where `unzip` asks for that, once it is ready. */
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

/** Downloads that the server keeps for the person, newest first. */
export interface PreparedSnapshot {
  readonly status: LoadStatus
  readonly error: Failure | null
  readonly archives: readonly ArchiveState[]
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
  /**
   * Removes a download, stopping what is under way here. The server goes on: its link may still come by mail,
   * and `prepared` has it.
   */
  dismiss(downloadId: string): void
  /** Removes a download and ends the work on it on the server. */
  cancel(downloadId: string): void
  /**
   * Looks at once whether an archive is ready, in place of waiting for the next look: the server said that
   * something happened to it.
   */
  look(zipUuid: string): void
  /** What the person asked for on any device and can take still. */
  readonly prepared: Readable<PreparedSnapshot>
  /** Reads `prepared` again. Never rejects: see the snapshot. */
  fetchPrepared(): Promise<void>
  /** Ends a prepared download for good. */
  cancelPrepared(uuid: string): Promise<void>
  /** Takes up the downloads that were pending when the page was left. */
  restore(): void
  /** Dismisses all downloads: another person comes. */
  clear(): void
}
