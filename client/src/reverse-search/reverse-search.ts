import { ApiError, calls, maxSearchedPictureBytes, type CallAnswer } from '@cartouche/contract/wire'
import { attach, type Forgetful } from '../attach.ts'
import type { Client } from '../client.ts'
import { wait } from '../clock.ts'
import { nounError, toFailure, type Failure } from '../failure.ts'
import type { LoadStatus } from '../load-status.ts'
import { createCell, createKeyedStore, type KeyedReadable, type Readable } from '../store/keyed-store.ts'
import { reverseSearchErrors } from './reverse-search-errors.ts'

/** Whether the feature is there: `resolved` where its check answered below 400, else `error`. */
export interface ReverseSearchFeature {
  readonly $status: 'unknown' | 'resolving' | 'resolved' | 'error'
  readonly error: Failure | null
}

/** What the user may do for an asset: nothing before it was read. */
export interface ReverseSearchPermissions {
  readonly $status: LoadStatus
  readonly submit: boolean
  /** There is a report, or there will be. */
  readonly report: boolean
  readonly error: Failure | null
}

/** A file as the server names it. */
export interface NamedBlob {
  readonly blob: Blob
  readonly fileName: string
}
export type SimilarAsset = CallAnswer<typeof calls.findSimilarAssets>['data'][number]

/** How a picture is searched by. */
export interface PictureSearchOptions {
  /** Most assets that are answered, 1 to 100; 24 by default. */
  readonly max?: number
  /** Aborting it stops the upload and the search: it rejects with `error.canceled`. */
  readonly signal?: AbortSignal | undefined
  /** Bytes sent so far, and all of them. */
  readonly onProgress?: ((loadedBytes: number, totalBytes: number) => void) | undefined
}

/**
 * Pictures found by pictures.
 * @source data-layer §3, §4, §7 Reverse search
 */
export interface ReverseSearch extends Forgetful {
  readonly feature: Readable<ReverseSearchFeature>
  /** By uuid. */
  readonly permissions: KeyedReadable<ReverseSearchPermissions>
  /** Asks whether the feature is there. Never rejects: see its status. */
  fetchFeature(): Promise<void>
  fetchPermissions(uuid: string): Promise<void>
  /** Has an asset searched for; its report is there, or on its way, when this resolves. */
  submit(uuid: string): Promise<void>
  /**
   * The report of the last search. Waits while it is made, two minutes at most.
   * @throws report_late; reverse_search_not_found where nobody searched yet
   */
  fetchReport(uuid: string, signal?: AbortSignal): Promise<NamedBlob>
  /** Assets that look like one, the most alike first; 24 by default. */
  findSimilar(uuid: string, max?: number): Promise<readonly SimilarAsset[]>
  /**
   * Assets that look like a picture that is sent, the most alike first. The server keeps nothing of it.
   * @throws picture_unsupported, picture_too_large, picture_damaged; upload_too_large without sending it;
   * too_many_guesses beyond 20 in a minute
   * @source decision 0174
   */
  findSimilarTo(picture: File, options?: PictureSearchOptions): Promise<readonly SimilarAsset[]>
}

/** Reverse search of a client. */
export const reverseSearchOf = attach(createReverseSearch)

const lookAgainAfterMs = 1000
const mostLooks = 120
const unknownFeature: ReverseSearchFeature = { $status: 'unknown', error: null }
const nothing: ReverseSearchPermissions = { $status: 'unknown', submit: false, report: false, error: null }

function createReverseSearch(client: Client): ReverseSearch {
  const feature = createCell(unknownFeature)
  const permissions = createKeyedStore(() => nothing)
  return {
    feature,
    permissions,
    async fetchFeature() {
      const asked: ReverseSearchFeature = { $status: 'resolving', error: null }
      feature.set(asked)
      const settled = await client.call(calls.getReverseSearchStatus, {}).then(
        (): ReverseSearchFeature => ({ $status: 'resolved', error: null }),
        (error: unknown): ReverseSearchFeature => ({ $status: 'error', error: toFailure(error) }),
      )
      if (feature.get() === asked) feature.set(settled)
    },
    async fetchPermissions(uuid) {
      const before = permissions.get(uuid)
      const asked: ReverseSearchPermissions = {
        ...before,
        $status: before.$status === 'unknown' ? 'initial' : 'fetching',
        error: null,
      }
      permissions.set(uuid, asked)
      const settle = (change: Partial<ReverseSearchPermissions>): void => {
        if (permissions.get(uuid) === asked) permissions.set(uuid, { ...asked, ...change })
      }
      try {
        const answer = await client.call(calls.getReverseSearchPermissions, { uuid })
        settle({ ...(answer[uuid] ?? { submit: false, report: false }), $status: 'loaded' })
      } catch (error) {
        settle({ $status: 'error', error: toFailure(error) })
        throw toFailure(error)
      }
    },
    async submit(uuid) {
      await client.call(calls.submitReverseSearch, { uuid })
      permissions.set(uuid, { ...permissions.get(uuid), report: true })
    },
    fetchReport: (uuid, signal) => fetchReport(client, uuid, signal),
    findSimilar: async (uuid, max = 24) => (await client.call(calls.findSimilarAssets, { uuid, max })).data,
    findSimilarTo: (picture, options) => findSimilarTo(client, picture, options),
    clear() {
      feature.set(unknownFeature)
      permissions.clear()
    },
  }
}

async function findSimilarTo(
  client: Client,
  picture: File,
  { max = 24, signal, onProgress }: PictureSearchOptions = {},
): Promise<readonly SimilarAsset[]> {
  if (picture.size > maxSearchedPictureBytes)
    throw new ApiError('upload_too_large', { maxSizeBytes: maxSearchedPictureBytes })
  const form = new FormData()
  form.append('picture', picture, picture.name)
  const given = { form, signal, onUploadProgress: onProgress }
  return (await client.call(calls.findSimilarToPicture, { max }, given)).data
}

async function fetchReport(client: Client, uuid: string, signal?: AbortSignal): Promise<NamedBlob> {
  for (let look = 0; look < mostLooks; look++) {
    // Bytes are answered as the response that they came with.
    const response: unknown = await client.call(calls.getReverseSearchReport, { uuid }, { signal })
    if (!(response instanceof Response)) break
    if (response.status === 200) {
      const fileName = fileNameOf(response.headers.get('content-disposition') ?? '') ?? `${uuid}.pdf`
      return { blob: await response.blob(), fileName }
    }
    await wait(client.options.clock, lookAgainAfterMs, signal)
  }
  throw nounError(reverseSearchErrors, 'report_late')
}

/** @source RFC 6266: the extended name goes before the plain one */
function fileNameOf(disposition: string): string | undefined {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  if (extended !== undefined) return decodeURIComponent(extended)
  return /filename="((?:[^"\\]|\\.)*)"/i.exec(disposition)?.[1]?.replaceAll(/\\(.)/g, '$1')
}
