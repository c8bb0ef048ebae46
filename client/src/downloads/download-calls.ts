import { calls, type ArchiveEstimate, type ArchiveSizes } from '@cartouche/contract/wire'
import { shareAuthorization } from '../shares/share-authorization.ts'
import type { Transport } from '../transport/transport.ts'
import type { DownloadSnapshot } from './download.ts'

/** What a call for a download is made with. */
export interface DownloadCall {
  readonly transport: Pick<Transport, 'call'>
  readonly download: DownloadSnapshot
  /** Password of the share. */
  readonly password: string | undefined
  readonly signal: AbortSignal
}

/** The size beside the limits. Of a search, also the list under which its hits are kept. */
export async function testDownload({
  transport,
  download,
  password,
  signal,
}: DownloadCall): Promise<{ infos: ArchiveEstimate; list: string | null }> {
  const parameters = archiveOf(download)
  if (download.shareId !== null)
    return {
      infos: await transport.call(
        calls.testZipShare,
        { id: download.shareId, ...parameters },
        { signal, authorization: shareAuthorization(password) },
      ),
      list: null,
    }
  if (download.search === null)
    return {
      infos: await transport.call(calls.testZipCart, { id: download.cartId ?? 0, ...parameters }, { signal }),
      list: null,
    }
  const {
    list,
    count: _count,
    ...infos
  } = await transport.call(calls.testZipSearch, searchOf(download), { signal })
  return { infos, list }
}

/** Asks for the archive; its uuid. */
export function buildDownload({ transport, download, password, signal }: DownloadCall): Promise<string> {
  const { sendLinkByEmail, shareId } = download
  if (shareId !== null)
    return transport.call(
      calls.prepareShareZip,
      { id: shareId, ...archiveOf(download) },
      { signal, authorization: shareAuthorization(password) },
    )
  if (download.search !== null)
    return transport.call(calls.zipSearch, { ...searchOf(download), sendLinkByEmail }, { signal })
  return transport.call(
    calls.zipCart,
    { id: download.cartId ?? 0, ...archiveOf(download), sendLinkByEmail },
    { signal },
  )
}

/** Sizes of what the archive would hold, from `first` on. */
export function sizeDownload(
  { transport, download, password, signal }: DownloadCall,
  first: number,
  count: number,
): Promise<ArchiveSizes> {
  const { profile, withContactSheet, withAssetsDescriptions, withLiveVideos } = download
  const { selection, shareId, list, cartId } = download
  const options = { profile, withContactSheet, withAssetsDescriptions, withLiveVideos, first, count }
  const picked = selection ? { selection: [...selection] } : {}
  if (shareId !== null)
    return transport.call(
      calls.sizeZipShare,
      { id: shareId, ...options, ...picked },
      { signal, authorization: shareAuthorization(password) },
    )
  if (list !== null) return transport.call(calls.sizeZipSearch, { list, ...options }, { signal })
  return transport.call(calls.sizeZipCart, { id: cartId ?? 0, ...options, ...picked }, { signal })
}

function archiveOf({
  downloadName,
  profile,
  withContactSheet,
  withAssetsDescriptions,
  withLiveVideos,
  selection,
}: DownloadSnapshot) {
  return {
    name: downloadName,
    profile,
    withContactSheet,
    withAssetsDescriptions,
    withLiveVideos,
    ...(selection ? { selection: [...selection] } : {}),
  }
}

/** The kept hits where there are some: what was tested is what is built. */
function searchOf(download: DownloadSnapshot) {
  const { search, list, range } = download
  const { selection: _none, ...archive } = archiveOf(download)
  if (list === null)
    return search?.list === undefined ? { ...search, ...archive } : { list: search.list, ...archive }
  return {
    ...archive,
    list,
    ...(range ? { first: range.first, count: range.count, without: [...range.without] } : {}),
  }
}
