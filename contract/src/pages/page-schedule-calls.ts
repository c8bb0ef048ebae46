import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { id, instant } from '../parameters.ts'

/** Workflow actions of pages that can be set for an instant. */
export const scheduledActions = ['validate', 'unpublish'] as const
export type ScheduledAction = (typeof scheduledActions)[number]

/** What is to happen to a page, or was to. */
export const PageSchedule = z.object({
  /** What the action is taken on: a draft or a working copy that is published, a page that is unpublished. */
  page: z.number(),
  action: z.enum(scheduledActions),
  /** An instant in UTC. */
  at: z.string(),
  /** Who set it, as whom it happens; empty where the account is gone. */
  author: z.string(),
  /** The code of the error for which it did not happen; null while it is to come. */
  failure: z.string().nullable(),
  /** The code of the error that would refuse it as things stand; null where nothing would. */
  obstacle: z.string().nullable(),
})
export type PageSchedule = z.output<typeof PageSchedule>

const named = { page: id, action: z.enum(scheduledActions) }

export const listPageSchedules = defineCall({
  name: 'listPageSchedules',
  method: 'GET',
  path: '/rest/page-schedule',
  access: 'page/view',
  summary: 'When pages are to be published and unpublished, of those that the caller may see, the next first',
  source: 'decision 0178',
  input: z.object({}),
  answers: z.array(PageSchedule),
  errors: [],
})

export const schedulePage = defineCall({
  name: 'schedulePage',
  method: 'PUT',
  path: '/rest/page-schedule/{page}/{action}',
  access: 'page/view',
  summary: 'Set when a page is published or unpublished, in place of what was set before',
  source: 'decision 0178',
  input: z.object({ ...named, at: instant }),
  answers: PageSchedule,
  errors: ['entity_not_found', 'access_denied', 'action_not_possible', 'invalid_parameter'],
})

export const cancelPageSchedule = defineCall({
  name: 'cancelPageSchedule',
  method: 'DELETE',
  path: '/rest/page-schedule/{page}/{action}',
  access: 'page/view',
  summary: 'Take back when a page is published or unpublished',
  source: 'decision 0178',
  input: z.object(named),
  answers: z.object({ cancelled: z.literal(true) }),
  errors: ['entity_not_found', 'access_denied', 'page_schedule_not_found'],
})
