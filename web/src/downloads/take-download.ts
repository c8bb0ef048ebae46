import {
  calls,
  downloadsOf,
  isApiError,
  sharesOf,
  type Client,
  type DownloadSnapshot,
} from '@cartouche/client'

/**
 * Hands a ready archive to the browser, which saves it and can go on where it was cut off. An archive that
 * has ended meanwhile, or holds files that are no longer theirs to take, is prepared again.
 * @returns whether it was handed over
 */
export async function takeDownload(client: Client, download: DownloadSnapshot): Promise<'taken' | 'ended'> {
  const { url, zipUuid, downloadId } = download
  if (url === null || zipUuid === null) return 'ended'
  try {
    await client.call(calls.headArchive, { uuid: zipUuid })
  } catch (error) {
    if (!isApiError(error, 'archive_not_found') && !isApiError(error, 'archive_outdated')) throw error
    prepareAgain(client, download)
    return 'ended'
  }
  saveUrl(url)
  downloadsOf(client).markDownloaded(downloadId)
  return 'taken'
}

/** Starts a download again, in the place of one that cannot be taken any more. */
export function prepareAgain(client: Client, download: DownloadSnapshot): void {
  downloadsOf(client).dismiss(download.downloadId)
  downloadsOf(client).start(requestOf(client, download))
}

/** Has the browser save what an address answers, under the name that it gives or under this one. */
export function saveUrl(url: string, name = ''): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}

function requestOf(
  client: Client,
  {
    downloadName,
    cartId,
    shareId,
    search,
    selection,
    profile,
    withContactSheet,
    withAssetsDescriptions,
    withLiveVideos,
    sendLinkByEmail,
    unzip,
  }: DownloadSnapshot,
) {
  return {
    name: downloadName,
    profile,
    withContactSheet,
    withAssetsDescriptions,
    withLiveVideos,
    sendLinkByEmail,
    unzip,
    ...(cartId === null ? {} : { cartId }),
    ...(search === null ? {} : { search }),
    ...(shareId === null ? {} : { shareId, password: sharesOf(client).passwordOf(shareId) }),
    ...(selection === null ? {} : { selection }),
  }
}
