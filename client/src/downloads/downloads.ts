import { calls, type ArchiveSizes, type ItemReference } from '@cartouche/contract/wire'
import { attach } from '../attach.ts'
import { wait, type Clock } from '../clock.ts'
import { canRetry, nounError, toFailure } from '../failure.ts'
import type { Log } from '../log.ts'
import { createCell, createKeyedStore } from '../store/keyed-store.ts'
import type { Transport } from '../transport/transport.ts'
import { stepDownload, waitsForUser, type DownloadEffect, type DownloadEvent } from './download-machine.ts'
import type { DownloadRequest, Downloads, DownloadSnapshot } from './download.ts'
import type { TextStorage } from '../store/text-storage.ts'
import { keepPending, readPending } from './pending-downloads.ts'
import { buildDownload, sizeDownload, testDownload, type DownloadCall } from './download-calls.ts'
import { createPrepared } from './prepared.ts'
import { createSplitter, partName, type DownloadRange } from './split-download.ts'
import { downloadErrors } from './download-errors.ts'

/** Wait between two looks whether an archive is ready, milliseconds. @source portal §4, §9 */
const pollDelayMs = 2000
/** Sizes that are asked for at once. */
const sizesAtOnce = 100_000

interface DownloadNeeds {
  readonly transport: Pick<Transport, 'call' | 'urlOf'>
  readonly clock: Clock
  readonly log: Log
  /** Of the person: parts of a split download are named in their language. */
  readonly locale: () => string
  /** Where pending downloads are kept between visits; undefined: nowhere. */
  readonly storage?: TextStorage | undefined
  /** Whether a refused download is split; yes by default. @source portal §4: carts.splitcart */
  readonly splitCart?: boolean | undefined
}

/** The downloads of a client. */
export const downloadsOf = attach((client) =>
  createDownloads({ transport: client, ...client.options, locale: () => client.session.get().locale }),
)

/** Creates the store of downloads. @source portal §3 Cart download record, §4 Download flow, §9 */
function createDownloads(needs: DownloadNeeds): Downloads {
  const { clock } = needs
  const core = createCore(needs)
  const { byId, all, secrets, add, send } = core
  const { prepared, fetchPrepared, cancelPrepared, clearPrepared } = createPrepared(needs.transport)
  return {
    byId,
    all,
    prepared,
    fetchPrepared,
    cancelPrepared,
    look: core.look,
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
    cancel(id) {
      const zipUuid = byId.get(id)?.zipUuid
      core.remove(id)
      // A server that cannot be reached goes on for nobody, and forgets it in a week.
      if (zipUuid)
        cancelPrepared(zipUuid).catch((error: unknown) => {
          needs.log('warn', 'A download could not be cancelled', error)
        })
    },
    clear() {
      all.get().forEach(({ downloadId }) => core.remove(downloadId))
      clearPrepared()
    },
    restore() {
      const known = new Set(all.get().map(({ downloadId }) => downloadId))
      const pending = needs.storage
        ? readPending(needs.storage).filter(({ downloadId }) => !known.has(downloadId))
        : []
      add(
        pending.map((download) =>
          download.zipUuid === null ? { ...download, status: 'registered', infos: null, size: -1 } : download,
        ),
      )
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
  /** Notes what a status does not depend on. */
  readonly note: (id: string, about: Partial<Pick<DownloadSnapshot, 'list' | 'progress'>>) => void
  readonly look: (zipUuid: string) => void
  /** Ends the wait for the next look. */
  readonly looks: Map<string, () => void>
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
    if (!download) throw nounError(downloadErrors, 'download_unknown', { downloadId: id })
    return download
  }
  const put = (after: DownloadSnapshot): void => {
    byId.set(after.downloadId, after)
    show(all.get().map((download) => (download.downloadId === after.downloadId ? after : download)))
  }
  const looks = new Map<string, () => void>()
  const core: Core = {
    needs,
    all,
    byId,
    secrets,
    get,
    looks,
    note: (id, about) => put({ ...get(id), ...about }),
    look: (zipUuid) => looks.get(zipUuid)?.(),
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
      const { state, effects } = stepDownload(
        { ...before, splits: before.part === null && needs.splitCart !== false },
        event,
      )
      const url =
        state.status === 'loaded' && state.zipUuid
          ? needs.transport.urlOf(calls.downloadArchive, {
              uuid: state.zipUuid,
              ...(before.unzip ? { unzip: true } : {}),
            })
          : before.url
      const { status, error, infos, zipUuid } = state
      put({
        ...before,
        status,
        error,
        infos,
        zipUuid,
        url,
        size: infos?.size ?? -1,
        waitsForUser: waitsForUser(state),
      })
      for (const effect of effects) core.run(id, effect)
    },
    run: (id, effect) => void work(core, id, effect),
    signalOf: (id) => aborts.get(id)?.signal ?? AbortSignal.abort(),
  }
  return core
}

/**
 * Does what a step wants; what comes of it is the next event. A download that was dismissed meanwhile hears
 * nothing.
 */
async function work(core: Core, id: string, effect: DownloadEffect): Promise<void> {
  const signal = core.signalOf(id)
  try {
    const event = await effects[effect](core, core.get(id), signal)
    if (event && !signal.aborted) core.send(id, event)
  } catch (error) {
    if (!signal.aborted) core.send(id, { type: 'failed', error: toFailure(error) })
  }
}

type Work = (
  core: Core,
  download: DownloadSnapshot,
  signal: AbortSignal,
) => Promise<DownloadEvent | undefined>

const callOf = (
  { needs: { transport }, secrets }: Core,
  download: DownloadSnapshot,
  signal: AbortSignal,
): DownloadCall => ({ transport, download, password: secrets.get(download.downloadId), signal })

const effects: Record<DownloadEffect, Work> = {
  async test(core, download, signal) {
    const { infos, list } = await testDownload(callOf(core, download, signal))
    if (list !== null && !signal.aborted) core.note(download.downloadId, { list })
    return { type: 'tested', infos }
  },
  build: async (core, download, signal) => ({
    type: 'prepared',
    zipUuid: await buildDownload(callOf(core, download, signal)),
  }),
  async poll(core, { downloadId, zipUuid }, signal) {
    const {
      needs: { transport, clock, log },
      looks,
    } = core
    const uuid = zipUuid ?? ''
    for (;;) {
      try {
        const response = await transport.call(calls.headArchive, { uuid }, { signal })
        if (response.status === 200) return { type: 'ready' }
        if (response.status !== 202) throw nounError(downloadErrors, 'download_answer')
        const { done, total } = await transport.call(calls.getArchiveState, { uuid }, { signal })
        if (!signal.aborted) core.note(downloadId, { progress: total > 0 ? { done, total } : null })
      } catch (error) {
        // A server that is away for a while ends nothing; an answer that there is no such archive does.
        if (signal.aborted || !canRetry(toFailure(error))) throw error
        log('warn', 'The archive could not be looked at', error)
      }
      await Promise.race([
        wait(clock, pollDelayMs, signal),
        new Promise<void>((resolve) => void looks.set(uuid, resolve)),
      ])
      looks.delete(uuid)
    }
  },
  async split(core, download, signal) {
    const { infos } = download
    if (!infos) throw nounError(downloadErrors, 'download_status', { status: download.status })
    const splitter = createSplitter(infos)
    const ids: number[] = []
    for (
      let slice: ArchiveSizes | undefined, first = 0;
      !slice || slice.ids.length === sizesAtOnce;
      first += sizesAtOnce
    ) {
      slice = await sizeDownload(callOf(core, download, signal), first, sizesAtOnce)
      splitter.add(slice)
      // The parts of a search are named by their places; of a cart, by their items.
      if (download.list === null) for (const id of slice.ids) ids.push(id)
    }
    const { parts, tooLarge } = splitter.end()
    if (parts.length === 0)
      throw nounError(downloadErrors, 'download_too_large', { maxSizeBytes: infos.maxSize })
    const skipped = tooLarge.map((item) => ({ type: 'asset', ...item }))
    startParts(
      core,
      download,
      parts.map((range, index) =>
        partOf(download, {
          range,
          ids,
          n: index + 1,
          total: parts.length,
          skipped: index === 0 ? skipped : [],
          locale: core.needs.locale(),
        }),
      ),
    )
    return undefined
  },
}

/** Puts the parts of a download in its place, and starts them. */
function startParts(core: Core, download: DownloadSnapshot, parts: readonly DownloadSnapshot[]): void {
  const secret = core.secrets.get(download.downloadId)
  core.add(parts, download.downloadId)
  for (const { downloadId } of parts) if (secret !== undefined) core.secrets.set(downloadId, secret)
  core.remove(download.downloadId)
  for (const { downloadId } of parts) core.send(downloadId, { type: 'test' })
}

interface Part {
  readonly range: DownloadRange
  readonly ids: readonly number[]
  readonly n: number
  readonly total: number
  readonly skipped: DownloadSnapshot['skipped']
  readonly locale: string
}

function partOf(
  download: DownloadSnapshot,
  { range, ids, n, total, skipped, locale }: Part,
): DownloadSnapshot {
  const { first, count, without } = range
  const selection: readonly ItemReference[] = ids
    .slice(first, first + count)
    .filter((id) => !without.includes(id))
    .map((id) => ({ type: 'asset', id }))
  return {
    ...download,
    status: 'registered',
    infos: null,
    size: -1,
    ...(download.list === null ? { selection } : { range }),
    downloadId: `${download.downloadId}-${n}`,
    downloadName: partName(download.downloadName, n, total, locale),
    part: { n, total },
    skipped,
  }
}

/** @source portal §9: download defaults */
function newDownload(request: DownloadRequest, downloadId: string, time: number): DownloadSnapshot {
  return {
    downloadId,
    downloadName: request.name,
    cartId: request.cartId ?? null,
    shareId: request.shareId ?? null,
    search: request.search ?? null,
    list: null,
    range: null,
    progress: null,
    profile: request.profile ?? 'originals',
    withContactSheet: request.withContactSheet ?? true,
    withAssetsDescriptions: request.withAssetsDescriptions ?? true,
    withLiveVideos:
      request.withLiveVideos ?? ((request.profile ?? 'originals') === 'originals' && request.unzip !== true),
    sendLinkByEmail: request.sendLinkByEmail ?? false,
    unzip: request.unzip ?? false,
    selection: request.selection ?? null,
    status: 'registered',
    error: null,
    infos: null,
    size: -1,
    zipUuid: null,
    url: null,
    waitsForUser: false,
    part: null,
    skipped: [],
    time,
  }
}
