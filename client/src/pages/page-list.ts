import type { Client } from '../client.ts'
import { nounError, toFailure, type Failure } from '../failure.ts'
import type { LoadStatus } from '../load-status.ts'
import { createCell, type Readable } from '../store/keyed-store.ts'
import { keepEqual } from '../store/keep-equal.ts'
import { pagePaths, readAll } from './page-calls.ts'
import { pageErrors } from './page-errors.ts'
import { toPage, type PageRecord } from './page-record.ts'

/** Pages that are no models. `initial` the first time, then `fetching`; `loaded`, or `error`. */
export interface PageListSnapshot {
  readonly status: LoadStatus
  readonly error: Failure | null
  readonly hasData: boolean
  readonly pages: readonly PageRecord[]
}

/** A page in the tree of pages. */
export interface PageNode {
  readonly page: PageRecord
  readonly children: readonly PageNode[]
}

/** @source data-layer §9: 6 (published) for page tree and lookup */
export const publishedStatus = 6
/** @source data-layer §9: 2 assumed where the page has no status for the tree */
const assumedStatus = 2

/** The list of pages, as one reads it. */
export interface PageList {
  readonly snapshots: Readable<PageListSnapshot>
  fetch(): Promise<void>
  /** The same after a write: what was asked for before it counts no more. */
  fetchAgain(): Promise<void>
  find(path: string, status?: number): Promise<PageRecord>
  clear(): void
}

const unread: PageListSnapshot = { status: 'unknown', error: null, hasData: false, pages: [] }

/** Creates the list of a client. @source data-layer §4 CMS, §7 CMS */
export function createPageList(client: Client): PageList {
  const cell = createCell(unread)
  let running: Promise<void> | undefined
  let generation = 0

  const read = async (): Promise<void> => {
    const own = generation
    const settle = (change: Partial<PageListSnapshot>): void => {
      // What was asked for before a write, or for another person, is not for now.
      if (own === generation) cell.update((snapshot) => ({ ...snapshot, ...change }))
    }
    settle({ status: cell.get().hasData ? 'fetching' : 'initial', error: null })
    try {
      const rows = await readAll(client, pagePaths.page, { ismodel: { eq: false } })
      settle({ status: 'loaded', hasData: true, pages: keepEqual(cell.get().pages, rows.map(toPage)) })
    } catch (error) {
      settle({ status: 'error', error: toFailure(error) })
      throw toFailure(error)
    }
  }
  const fetch = (): Promise<void> => {
    if (running) return running
    const started = read().finally(() => {
      if (running === started) running = undefined
    })
    running = started
    return started
  }
  return {
    snapshots: cell,
    fetch,
    fetchAgain() {
      generation++
      running = undefined
      return fetch()
    },
    async find(path, status = publishedStatus) {
      if (!cell.get().hasData) await fetch()
      const found = latestOf(
        cell.get().pages.filter((page) => page.path === path && statusOf(page) === status),
      )
      if (!found) throw nounError(pageErrors, 'page_unknown', { status: 404, path })
      return found
    },
    clear() {
      generation++
      running = undefined
      cell.set(unread)
    },
  }
}

function statusOf({ status }: PageRecord): number {
  return status?.id ?? assumedStatus
}

/** @source data-layer §9: versions sorted descending, highest picked */
function latestOf(pages: readonly PageRecord[]): PageRecord | undefined {
  return pages.toSorted((one, other) => other.version - one.version || other.id - one.id)[0]
}

/**
 * Pages of a status, published ones by default, each below the one that it names: of those with the same
 * address, the one with the highest version. A page whose parent is not among them is a root.
 */
export function pageTree(
  pages: readonly PageRecord[],
  status: number = publishedStatus,
): readonly PageNode[] {
  const own = pages.filter((page) => statusOf(page) === status)
  const byAddress = Map.groupBy(own, ({ id, path }) => (path === '' ? id : path))
  const picked = new Map(
    [...byAddress.values()].flatMap((same) => {
      const latest = latestOf(same)
      return latest ? same.map(({ id }) => [id, latest] as const) : []
    }),
  )
  const shown = own.filter((page) => picked.get(page.id) === page)
  const below = Map.groupBy(shown, ({ id, parent }) => {
    const above = parent ? picked.get(parent.id)?.id : undefined
    return above === id ? undefined : above
  })
  const nodesOf = (list: readonly PageRecord[]): readonly PageNode[] =>
    list.map((page) => ({ page, children: nodesOf(below.get(page.id) ?? []) }))
  return nodesOf(below.get(undefined) ?? [])
}
