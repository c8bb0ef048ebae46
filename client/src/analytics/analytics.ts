import { calls, type CallAnswer, type CallParameters } from '@cartouche/contract/wire'
import { attach, type Forgetful } from '../attach.ts'
import type { Client } from '../client.ts'
import { nounError, toFailure, type Failure } from '../failure.ts'
import type { LoadStatus } from '../load-status.ts'
import { createKeyedStore, type KeyedReadable, type KeyedStore } from '../store/keyed-store.ts'
import { analyticsErrors } from './analytics-errors.ts'

/** The tops of assets that there are. @source data-layer §9 */
export const topNames = ['topDamView', 'topDamDownload', 'topDamViewUser', 'topDamDownloadUser'] as const
export type TopName = (typeof topNames)[number]

/** Counts as they were read last. What was read stays while they are read again, and where that fails. */
export interface CountsSnapshot<Data> {
  readonly $status: LoadStatus
  /** When they were read, milliseconds; 0 before. */
  readonly ts: number
  /** Most first. */
  readonly data: readonly Data[]
  readonly hasData: boolean
  readonly error: Failure | null
}

/** An entity of a top, and how often it was viewed or downloaded. */
export interface TopEntry {
  readonly $resource: string
  readonly id: number
  readonly count: number
}
export type AssetEventCount = CallAnswer<typeof calls.listAssetEvents>['list'][number]
/** A domain that shows an asset, and how often it did. */
export type BroadcastCount = CallAnswer<typeof calls.listBroadcasts>['list'][number]

/** What to read of a top. By default 24 of the resource `asset`, of all that is kept, by everybody. */
export interface TopOptions {
  readonly nbrDays?: number
  readonly max?: number
  readonly onlyCurrentUser?: boolean
  readonly object?: readonly string[]
}
export type AssetEventOptions = Omit<CallParameters<typeof calls.listAssetEvents>, 'object' | 'id'>
export type BroadcastOptions = Omit<CallParameters<typeof calls.listBroadcasts>, 'uuid'>
/** What an event may say of itself; see the call. */
export interface EventParams {
  readonly object?: string
  readonly id?: number
  /** How far a film was played, and how long it is, seconds. */
  readonly position?: number
  readonly duration?: number
  readonly words?: string
  readonly hits?: number
  readonly site?: string
}

/**
 * What people do with assets: reported to the server, and counted there.
 * @source data-layer §3, §4, §7 Analytics
 */
export interface Analytics extends Forgetful {
  /** By name of the top. */
  readonly tops: KeyedReadable<CountsSnapshot<TopEntry>>
  /** By `{object}/{id}`. */
  readonly assetEvents: KeyedReadable<CountsSnapshot<AssetEventCount>>
  /** By uuid. */
  readonly broadcasts: KeyedReadable<CountsSnapshot<BroadcastCount>>
  /**
   * Reads what was viewed or downloaded most: a top by its name, or `view` and `download`, with
   * `onlyCurrentUser` into the top of the user.
   * @throws top_name, before anything is asked
   */
  fetchTop(name: string, options?: TopOptions): Promise<void>
  fetchAssetEvents(object: string, id: number, options?: AssetEventOptions): Promise<void>
  fetchBroadcasts(uuid: string, options?: BroadcastOptions): Promise<void>
  /** A top by its name. @throws top_unknown */
  requireTop(name: string): CountsSnapshot<TopEntry>
  /** Reports that something was done with an entity. Never rejects: nobody waits for it. */
  logObjectData(object: string, id: number, actionId: string): Promise<void>
  /** Reports an event by its name. Never rejects. */
  logEvent(configuration: string, params?: EventParams): Promise<void>
}

/** Analytics of a client. */
export const analyticsOf = attach(createAnalytics)

function createAnalytics(client: Client): Analytics {
  const [tops, assetEvents, broadcasts] = [
    createKeyedStore<CountsSnapshot<TopEntry>>(() => unread),
    createKeyedStore<CountsSnapshot<AssetEventCount>>(() => unread),
    createKeyedStore<CountsSnapshot<BroadcastCount>>(() => unread),
  ]
  const isTop = (name: string): name is TopName => topNames.some((top) => top === name)
  return {
    tops,
    assetEvents,
    broadcasts,
    async fetchTop(name, { onlyCurrentUser = false, object, ...options } = {}) {
      const kind = /^(?:topDam)?(view|download)(User)?$/i.exec(name)
      if (!kind) throw nounError(analyticsErrors, 'top_name', { name })
      const top = kind[1]?.toLowerCase() === 'view' ? 'topDamView' : 'topDamDownload'
      const isOwn = onlyCurrentUser || kind[2] !== undefined
      await load(client, tops, isOwn ? `${top}User` : top, async () => {
        const parameters = {
          top,
          ...options,
          onlyCurrentUser: isOwn,
          ...(object && { object: [...object] }),
        } as const
        return (await client.call(calls.listTopAssets, parameters)).list.flatMap(entryOf)
      })
    },
    fetchAssetEvents: (object, id, options = {}) =>
      load(
        client,
        assetEvents,
        `${object}/${id}`,
        async () => (await client.call(calls.listAssetEvents, { ...options, object, id })).list,
      ),
    fetchBroadcasts: (uuid, options = {}) =>
      load(
        client,
        broadcasts,
        uuid,
        async () => (await client.call(calls.listBroadcasts, { ...options, uuid })).list,
      ),
    requireTop(name) {
      if (!isTop(name)) throw nounError(analyticsErrors, 'top_unknown')
      return tops.get(name)
    },
    logObjectData: (object, id, actionId) =>
      quietly(client, () => client.call(calls.logObjectData, { object, id, actionId })),
    logEvent: (configuration, params = {}) =>
      quietly(client, () => client.call(calls.logEvent, { configuration, params })),
    clear() {
      for (const store of [tops, assetEvents, broadcasts]) store.clear()
    },
  }
}

const unread = { $status: 'unknown', ts: 0, data: [], hasData: false, error: null } as const

/** Reads counts; an answer that comes after that of a later question, or after all was forgotten, is none. */
async function load<Data>(
  { options: { clock } }: Client,
  store: KeyedStore<CountsSnapshot<Data>>,
  key: string,
  read: () => Promise<readonly Data[]>,
): Promise<void> {
  const before = store.get(key)
  const asked: CountsSnapshot<Data> = {
    ...before,
    $status: before.hasData ? 'fetching' : 'initial',
    error: null,
  }
  store.set(key, asked)
  const settle = (change: Partial<CountsSnapshot<Data>>): void => {
    if (store.get(key) === asked) store.set(key, { ...asked, ...change })
  }
  try {
    settle({ data: await read(), $status: 'loaded', ts: clock.nowMs(), hasData: true })
  } catch (error) {
    settle({ $status: 'error', error: toFailure(error) })
    throw toFailure(error)
  }
}

/** `asset_12`: a resource has no `_`. @source wire facts "Analytics" */
function entryOf({ key, count }: { readonly key: string; readonly count: number }): TopEntry[] {
  const [, $resource, id] = /^([^_]+)_(\d+)$/.exec(key) ?? []
  return $resource === undefined ? [] : [{ $resource, id: Number(id), count }]
}

async function quietly({ options: { log } }: Client, send: () => Promise<unknown>): Promise<void> {
  await send().catch((error: unknown) => log('warn', 'An event could not be reported', error))
}
