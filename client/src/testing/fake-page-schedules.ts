import {
  ApiError,
  workflowOf,
  type EntityData,
  type PageSchedule,
  type ScheduledAction,
} from '@cartouche/contract'
import type { FakeHandlers } from './fake-routes.ts'

/** What is set for pages, and what the calls of it do. @source decision 0178 */
export interface FakePageSchedules {
  readonly handlers: FakeHandlers
  /** An action that was taken by hand is not to come any more. */
  afterAction(page: number, action: string): void
}

/** Creates the schedules of a library, none at first. Nothing happens by itself. */
export function createFakePageSchedules(
  get: (resource: string, id: number) => EntityData,
): FakePageSchedules {
  const kept = new Map<string, PageSchedule>()
  const keyOf = (page: number, action: string): string => `${page} ${action}`
  const isPossible = (page: number, action: ScheduledAction, at: string): boolean => {
    const { name } = get('page', page)['status'] as { name: string }
    if (workflowOf('page').actions[action]?.from.includes(name)) return true
    const before = action === 'unpublish' ? kept.get(keyOf(page, 'validate')) : undefined
    return before !== undefined && before.at < at
  }
  return {
    afterAction: (page, action) => void kept.delete(keyOf(page, action)),
    handlers: {
      listPageSchedules: () =>
        [...kept.values()]
          .map((one) => ({
            ...one,
            obstacle: isPossible(one.page, one.action, one.at) ? null : 'action_not_possible',
          }))
          .toSorted((one, other) => one.at.localeCompare(other.at)),
      schedulePage({ page, action, at }) {
        get('page', page)
        if (Date.parse(at) <= Date.now())
          throw new ApiError('invalid_parameter', { parameter: 'at', reason: 'it lies in the past' })
        if (!isPossible(page, action, at)) {
          const { name } = get('page', page)['status'] as { name: string }
          throw new ApiError('action_not_possible', { action, status: name })
        }
        const schedule = { page, action, at, author: 'Somebody', failure: null, obstacle: null }
        kept.set(keyOf(page, action), schedule)
        return schedule
      },
      cancelPageSchedule({ page, action }) {
        get('page', page)
        if (!kept.delete(keyOf(page, action))) throw new ApiError('page_schedule_not_found', { id: page })
        return { cancelled: true }
      },
    },
  }
}
