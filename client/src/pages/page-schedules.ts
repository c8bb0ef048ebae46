import { calls, type PageSchedule, type ScheduledAction } from '@cartouche/contract/wire'
import type { Client } from '../client.ts'
import { toFailure, type Failure } from '../failure.ts'
import type { LoadStatus } from '../load-status.ts'
import { keepEqual } from '../store/keep-equal.ts'
import { createCell, type Readable } from '../store/keyed-store.ts'

/** What is set for pages. `initial` the first time, then `fetching`; `loaded`, or `error`. */
export interface PageSchedulesSnapshot {
  readonly status: LoadStatus
  readonly error: Failure | null
  readonly hasData: boolean
  /** The next first; those that did not happen say so by their `failure`. */
  readonly schedules: readonly PageSchedule[]
}

/** When pages are to be published and unpublished. @source decision 0178 */
export interface PageSchedules {
  readonly snapshots: Readable<PageSchedulesSnapshot>
  /** Reads what is set for all pages that the user may see. */
  fetch(): Promise<void>
  /**
   * Sets when a draft or a working copy is published (`validate`), or a page unpublished, in place of what
   * was set before.
   * @throws entity_not_found, access_denied, action_not_possible, invalid_parameter
   */
  set(page: number, action: ScheduledAction, at: Date): Promise<PageSchedule>
  /** @throws entity_not_found, access_denied, page_schedule_not_found */
  cancel(page: number, action: ScheduledAction): Promise<void>
  clear(): void
}

const unread: PageSchedulesSnapshot = { status: 'unknown', error: null, hasData: false, schedules: [] }

/** Creates what is set for the pages of a client. */
export function createPageSchedules(client: Client): PageSchedules {
  const cell = createCell(unread)
  /** What was asked for before a write says nothing of it. */
  let generation = 0
  const fetch = async (): Promise<void> => {
    const own = ++generation
    const settle = (change: Partial<PageSchedulesSnapshot>): void => {
      if (own === generation) cell.update((snapshot) => ({ ...snapshot, ...change }))
    }
    settle({ status: cell.get().hasData ? 'fetching' : 'initial', error: null })
    try {
      const schedules = await client.call(calls.listPageSchedules, {})
      settle({ status: 'loaded', hasData: true, schedules: keepEqual(cell.get().schedules, schedules) })
    } catch (error) {
      settle({ status: 'error', error: toFailure(error) })
      throw toFailure(error)
    }
  }
  /** Reads again whatever became of a write: others may have been faster. */
  const write = async <Answer>(work: Promise<Answer>): Promise<Answer> => {
    try {
      return await work
    } finally {
      await fetch().catch(() => undefined)
    }
  }
  return {
    snapshots: cell,
    fetch,
    set: (page, action, at) => write(client.call(calls.schedulePage, { page, action, at: at.toISOString() })),
    cancel: async (page, action) =>
      void (await write(client.call(calls.cancelPageSchedule, { page, action }))),
    clear() {
      generation++
      cell.set(unread)
    },
  }
}
