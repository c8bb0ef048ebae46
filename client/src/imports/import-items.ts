import {
  ApiError,
  calls,
  type FacetValue,
  type ImportItem,
  type ImportItemStatus,
} from '@cartouche/contract/wire'
import { attach, type Forgetful } from '../attach.ts'
import type { Client } from '../client.ts'
import { toFailure, type Failure } from '../failure.ts'
import type { LoadStatus } from '../load-status.ts'
import { createKeyedStore, type KeyedReadable } from '../store/keyed-store.ts'
import { countsByStatus, isItem, itemsAtOnce } from './import-job-record.ts'
import { createLeaseEnds } from './lease-ends.ts'

/** An item as the asset that it would become now. @source data-layer §7: withSimu */
export interface ImportItemSnapshot {
  readonly status: LoadStatus
  readonly error: Failure | null
  readonly item: ImportItem | null
}

/** What is known of every item of an import, however many there are. */
export type ImportItemState = Pick<ImportItem, 'id' | 'status' | 'blurhash' | 'indexingstatus'>

/** Single items of imports by their ids, as texts. */
export interface ImportItems extends KeyedReadable<ImportItemSnapshot>, Forgetful {
  /**
   * Reads items of an import as the assets that they would become; better 50 at once, an empty list does
   * nothing. Those that are not there are `not_found`; a failure is the error of each of them, and thrown.
   * @throws too_many_ids over 200
   */
  fetch(jobId: number, ids: readonly number[]): Promise<void>
  /** Ids and statuses of all items of an import in the order of upload, page by page until none is left. */
  listStates(jobId: number): Promise<readonly ImportItemState[]>
  /** How many items an import has by status, from the server's aggregates. */
  countStatuses(jobId: number): Promise<Readonly<Record<ImportItemStatus, number>>>
  /** How many items of an import have each kind of problem, by its code, those of most items first. */
  countProblems(jobId: number): Promise<ReadonlyMap<string, number>>
}

const stateFields = ['id', 'status', 'blurhash', 'indexingstatus']

/** The single items of a client's imports. */
export const importItemsOf = attach(createImportItems)

/** @source data-layer §5, §7 Mass import, §8, §9 */
function createImportItems(client: Client): ImportItems {
  const store = createKeyedStore<ImportItemSnapshot>(() => ({ status: 'unknown', error: null, item: null }))
  const leases = createLeaseEnds(client.options.clock, (_list: 'single', current) => {
    for (const key of store.keys())
      store.update(key, (before) => (before.item ? { ...before, item: current(before.item) } : before))
    followLeases()
  })
  const followLeases = (): void =>
    leases.follow(
      'single',
      store.keys().flatMap((key) => store.get(key).item ?? []),
    )
  return {
    get: store.get,
    subscribe: store.subscribe,
    clear() {
      leases.forget('single')
      store.clear()
    },
    async fetch(jobId, ids) {
      if (ids.length === 0) return
      if (ids.length > itemsAtOnce) throw new ApiError('too_many_ids', { max: itemsAtOnce })
      const each = (change: (snapshot: ImportItemSnapshot) => Partial<ImportItemSnapshot>): void =>
        ids.forEach((id) => store.update(String(id), (before) => ({ ...before, ...change(before) })))
      each(({ item }) => ({ status: item ? 'fetching' : 'initial', error: null }))
      try {
        const found = await simulate(client, jobId, ids)
        each(() => ({ status: 'not_found' }))
        for (const item of found) store.set(String(item.id), { status: 'loaded', error: null, item })
        followLeases()
      } catch (error) {
        const failure = toFailure(error)
        each(() => ({ status: 'error', error: failure }))
        throw failure
      }
    },
    listStates: (jobId) => listStates(client, jobId),
    async countStatuses(jobId) {
      const values = await countValues(client, jobId, 'status')
      return countsByStatus(values.map(({ data, count }) => [Number(data.id), count]))
    },
    async countProblems(jobId) {
      const values = await countValues(client, jobId, 'problems')
      return new Map(values.map(({ data, count }) => [String(data.id), count]))
    },
  }
}

async function countValues({ call }: Client, id: number, field: string): Promise<readonly FacetValue[]> {
  const { response } = await call(calls.findImportItems, {
    id,
    withData: false,
    headers: false,
    withAggregates: true,
    aggFields: [field],
  })
  return (response.aggregates?.[field] ?? []) as readonly FacetValue[]
}

async function simulate(client: Client, id: number, ids: readonly number[]): Promise<readonly ImportItem[]> {
  const { response } = await client.call(calls.findImportItemsAsPost, {
    id,
    query: { id: { in: [...ids] } },
    max: itemsAtOnce,
    withSimu: true,
    withRights: true,
    workflows: true,
    options: {},
  })
  return response.data.filter((item) => isItem(item, client.options.log))
}

async function listStates({ call, options }: Client, id: number): Promise<readonly ImportItemState[]> {
  const states: ImportItemState[] = []
  let after: string | undefined
  do {
    const { links, response } = await call(calls.findImportItems, {
      id,
      max: itemsAtOnce,
      props: stateFields,
      withSimu: false,
      workflows: true,
      state: `states of ${id}`,
      ...(after === undefined ? {} : { after }),
    })
    states.push(...response.data.filter((item) => isItem(item, options.log)))
    after = links.moreResultsToken ?? links.nextResultsToken
  } while (after)
  return states
}
