import { calls, type ItemReference } from '@cartouche/contract'
import { assetsOf, referencesOf } from '../carts/carts.ts'
import { wait, type Clock } from '../clock.ts'
import { canRetry, ClientError, toFailure } from '../failure.ts'
import type { Log } from '../log.ts'
import { createCell, createKeyedStore } from '../store/keyed-store.ts'
import type { Transport } from '../transport/transport.ts'
import { stepDownload, waitsForUser, type DownloadEffect, type DownloadEvent } from './download-machine.ts'
import type { DownloadRequest, Downloads, DownloadSnapshot } from './download.ts'
import { keepPending, readPending, type TextStorage } from './pending-downloads.ts'
import { partName, splitDownload } from './split-download.ts'

/** Wait between two looks whether an archive is ready, milliseconds. @source portal §4, §9 */
const pollDelayMs = 2000

export interface DownloadNeeds {
  readonly transport: Pick<Transport, 'call' | 'urlOf'>
  readonly clock: Clock
  readonly log: Log
  /** Where pending downloads are kept between visits; undefined: nowhere. */
  readonly storage?: TextStorage | undefined
  /** Whether a refused download is split; yes unless said otherwise. @source portal §4: carts.splitcart */
  readonly splitCart?: boolean | undefined
}

/** Creates the store of downloads. @source portal §3 Cart download record, §4 Download flow, §9 */
export function createDownloads(needs: DownloadNeeds): Downloads {
  const { clock } = needs
  const core = createCore(needs)
  const { byId, all, secrets, add, send } = core
  return {
    byId, all,
    start(request) {
      const download = newDownload(request, `${clock.nowMs()}-${core.nextNumber()}`, clock.nowMs())
      if (request.password !== undefined) secrets.set(download.downloadId, request.password)
      add([download])
      send(download.downloadId, { type: 'test' })
      return download.downloadId
    },
    confirm: (id) => send(id, { type: 'confirm' }),
    retry: (id) => send(id, { type: 'retry' }),
    markDownloaded: (id) => send(id, { type: 'taken' }),
    dismiss: core.remove,
    clear: () => all.get().forEach(({ downloadId }) => core.remove(downloadId)),
    restore() {
      const known = new Set(all.get().map(({ downloadId }) => downloadId))
      const pending = needs.storage ? readPending(needs.storage).filter(({ downloadId }) => !known.has(downloadId)) : []
      add(pending.map((download) => (download.zipUuid === null ? { ...download, status: 'registered', infos: null, size: -1 } : download)))
      for (const { downloadId, status, zipUuid } of pending) {
        if (zipUuid === null) send(downloadId, { type: 'test' })
        else if (status === 'fetching') core.run(downloadId, 'poll')
      }
    },
  }
}

interface Core extends Pick<Downloads, 'byId' | 'all'> {
  readonly needs: DownloadNeeds
  /** Passwords of shares by download, in memory alone. */
  readonly secrets: Map<string, string>
  readonly get: (id: string) => DownloadSnapshot
  readonly nextNumber: () => number
  readonly add: (downloads: readonly DownloadSnapshot[], inPlaceOf?: string) => void
  readonly remove: (id: string) => void
  readonly send: (id: string, event: DownloadEvent) => void
  readonly run: (id: string, effect: DownloadEffect) => void
  readonly signalOf: (id: string) => AbortSignal
}

function createCore(needs: DownloadNeeds): Core {
  const all = createCell<readonly DownloadSnapshot[]>([])
  const byId = createKeyedStore<DownloadSnapshot | null>(() => null)
  const aborts = new Map<string, AbortController>()
  const secrets = new Map<string, string>()
  let number = 0

  const show = (downloads: readonly DownloadSnapshot[]): void => {
    all.set(downloads)
    if (needs.storage) keepPending(needs.storage, downloads, needs.log)
  }
  const get = (id: string): DownloadSnapshot => {
    const download = byId.get(id)
    if (!download) throw new ClientError('download_unknown', { downloadId: id })
    return download
  }
  const core: Core = {
    needs, all, byId, secrets, get,
    nextNumber: () => ++number,
    add(downloads, inPlaceOf) {
      for (const download of downloads) {
        byId.set(download.downloadId, download)
        aborts.set(download.downloadId, new AbortController())
      }
      const at = all.get().findIndex(({ downloadId }) => downloadId === inPlaceOf)
      show(at < 0 ? [...all.get(), ...downloads] : all.get().toSpliced(at, 0, ...downloads))
    },
    remove(id) {
      aborts.get(id)?.abort()
      for (const map of [aborts, secrets]) map.delete(id)
      byId.delete(id)
      show(all.get().filter(({ downloadId }) => downloadId !== id))
    },
    send(id, event) {
      const before = get(id)
      const { state, effects } = stepDownload({ ...before, splits: before.part === null && needs.splitCart !== false }, event)
      const url = state.status === 'loaded' && state.zipUuid ? needs.transport.urlOf(calls.downloadArchive, { uuid: state.zipUuid }) : before.url
      const { status, error, infos, zipUuid } = state
      const after: DownloadSnapshot = { ...before, status, error, infos, zipUuid, url, size: infos?.size ?? -1, waitsForUser: waitsForUser(state) }
      byId.set(id, after)
      show(all.get().map((download) => (download.downloadId === id ? after : download)))
      for (const effect of effects) core.run(id, effect)
    },
    run: (id, effect) => void work(core, id, effect),
    signalOf: (id) => aborts.get(id)?.signal ?? AbortSignal.abort(),
  }
  return core
}

/** Does what a step wants; what comes of it is the next event. A download that was dismissed meanwhile hears nothing. */
async function work(core: Core, id: string, effect: DownloadEffect): Promise<void> {
  const signal = core.signalOf(id)
  try {
    const event = await effects[effect](core, core.get(id), signal)
    if (event && !signal.aborted) core.send(id, event)
  } catch (error) {
    if (!signal.aborted) core.send(id, { type: 'failed', error: toFailure(error) })
  }
}

type Work = (core: Core, download: DownloadSnapshot, signal: AbortSignal) => Promise<DownloadEvent | undefined>

const effects: Record<DownloadEffect, Work> = {
  async test({ needs: { transport }, secrets }, download, signal) {
    const parameters = archiveOf(download)
    const infos = download.shareId === null
      ? await transport.call(calls.testZipCart, { id: download.cartId ?? 0, ...parameters }, { signal })
      : await transport.call(calls.testZipShare, { id: download.shareId, ...parameters }, { signal, sharePassword: secrets.get(download.downloadId) })
    return { type: 'tested', infos }
  },
  async build({ needs: { transport }, secrets }, download, signal) {
    const parameters = archiveOf(download)
    const zipUuid = download.shareId === null
      ? await transport.call(calls.zipCart, { id: download.cartId ?? 0, ...parameters, sendLinkByEmail: download.sendLinkByEmail }, { signal })
      : await transport.call(calls.prepareShareZip, { id: download.shareId, ...parameters }, { signal, sharePassword: secrets.get(download.downloadId) })
    return { type: 'prepared', zipUuid }
  },
  async poll({ needs: { transport, clock, log } }, { zipUuid }, signal) {
    for (;;) {
      try {
        const response = await transport.call(calls.headArchive, { uuid: zipUuid ?? '' }, { signal })
        if (response.status === 200) return { type: 'ready' }
      } catch (error) {
        // A server that is away for a while ends nothing; an answer that there is no such archive does.
        if (signal.aborted || !canRetry(toFailure(error))) throw error
        log('warn', 'The archive could not be looked at', error)
      }
      await wait(clock, pollDelayMs, signal)
    }
  },
  async split(core, download, signal) {
    const { items, assets } = await contentOf(core, download, signal)
    const { infos } = download
    if (!infos) throw new ClientError('download_status', { status: download.status })
    const { parts, skipped } = splitDownload(items, assets, infos)
    if (parts.length === 0) throw new ClientError('download_too_large', { maxSizeBytes: infos.maxSize })
    const total = parts.length
    const downloads = parts.map((selection, index) => ({
      ...download, status: 'registered' as const, infos: null, size: -1, selection,
      downloadId: `${download.downloadId}-${index + 1}`, downloadName: partName(download.downloadName, index + 1, total),
      part: { n: index + 1, total }, skipped: index === 0 ? skipped : [],
    }))
    const secret = core.secrets.get(download.downloadId)
    core.add(downloads, download.downloadId)
    for (const { downloadId } of downloads) if (secret !== undefined) core.secrets.set(downloadId, secret)
    core.remove(download.downloadId)
    for (const { downloadId } of downloads) core.send(downloadId, { type: 'test' })
    return undefined
  },
}

/** The items of a download with their records, in order. */
async function contentOf({ needs: { transport }, secrets }: Core, { cartId, shareId, selection, downloadId }: DownloadSnapshot, signal: AbortSignal) {
  const { items, detailedItems } = shareId === null
    ? await transport.call(calls.viewCart, { id: cartId ?? 0, output: 'list' }, { signal })
    : await transport.call(calls.viewShare, { id: shareId }, { signal, sharePassword: secrets.get(downloadId) })
  const references: readonly ItemReference[] = selection ?? referencesOf(items)
  return { items: references, assets: detailedItems ? assetsOf(detailedItems) : [] }
}

function archiveOf({ downloadName, profile, withContactSheet, withAssetsDescriptions, selection }: DownloadSnapshot) {
  return { name: downloadName, profile, withContactSheet, withAssetsDescriptions, ...(selection ? { selection: [...selection] } : {}) }
}

/** @source portal §9: download defaults */
function newDownload(request: DownloadRequest, downloadId: string, time: number): DownloadSnapshot {
  return {
    downloadId, downloadName: request.name, cartId: request.cartId ?? null, shareId: request.shareId ?? null,
    profile: request.profile ?? 'originals', withContactSheet: request.withContactSheet ?? true,
    withAssetsDescriptions: request.withAssetsDescriptions ?? true, sendLinkByEmail: request.sendLinkByEmail ?? false,
    selection: request.selection ?? null, status: 'registered', error: null, infos: null, size: -1, zipUuid: null, url: null,
    waitsForUser: false, part: null, skipped: [], time,
  }
}
