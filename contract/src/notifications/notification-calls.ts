import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { csv, int } from '../parameters.ts'

/**
 * What notifications report: a cart or search was shared with the person, or it or an import changed hands
 * (`share`), they were made a collaborator, a download of theirs is ready, an import of theirs is done, a
 * cart, share or asset of theirs ends soon, what they scheduled for a page did not happen (`page_schedule`),
 * a comment names them (`mention`) or concerns them (`comment`), somebody asks for another link
 * (`link_request`), a visitor sends files (`files_received`), their decision is asked for
 * (`review_requested`) or due soon (`review_due`), what they submitted was decided (`review_decided`), or how
 * their account is entered was changed (`security`).
 */
export const notificationTypes = [
  'share',
  'collaborator',
  'download_ready',
  'import_done',
  'expiry_near',
  'page_schedule',
  'mention',
  'comment',
  'link_request',
  'files_received',
  'review_requested',
  'review_due',
  'review_decided',
  'security',
] as const
export type NotificationType = (typeof notificationTypes)[number]

/**
 * Something that a person is notified of. `title` is one sentence in their language; `link` a path of the web
 * application that shows what it is about; `created` an instant; `data` by type.
 * @source portal §3 Notification; wire facts "Others"
 */
export const Notification = z.object({
  key: z.string(),
  type: z.enum(notificationTypes),
  title: z.string(),
  link: z.string(),
  data: z.record(z.string(), z.unknown()),
  created: z.string(),
  read: z.boolean(),
})
export type Notification = z.output<typeof Notification>

const UnreadAnswer = z.object({ response: z.object({ unreadCount: z.number() }) })

export const getUnreadCount = defineCall({
  name: 'getUnreadCount',
  method: 'GET',
  path: '/rest/usernotif/unread',
  access: 'signed-in',
  summary: 'How many of the own notifications are unread',
  source: 'portal §7 Notifications; wire facts "Others"',
  input: z.object({}),
  answers: UnreadAnswer,
  errors: [],
})

export const findNotifications = defineCall({
  name: 'findNotifications',
  method: 'GET',
  path: '/rest/usernotif',
  access: 'signed-in',
  summary: 'The own notifications, newest first, page by page',
  source: 'portal §7 Notifications; wire facts "Others"',
  input: z.object({ max: int.min(1).max(200).default(24), after: z.string().max(100).optional() }),
  answers: z.object({
    links: z.object({ nextResultsToken: z.string().optional() }),
    response: z.object({
      count: z.number(),
      total: z.number(),
      unreadCount: z.number(),
      data: z.array(Notification),
    }),
  }),
  errors: ['token_mismatch'],
})

export const markNotificationsRead = defineCall({
  name: 'markNotificationsRead',
  method: 'POST',
  path: '/rest/usernotif/markread',
  access: 'signed-in',
  summary: 'Mark own notifications as read: those of `keys`, or all',
  source: 'portal §7 Notifications',
  input: z.object({ keys: csv.pipe(z.array(z.uuid()).max(1000)).optional() }),
  answers: UnreadAnswer,
  errors: ['access_denied'],
})

export const deleteNotification = defineCall({
  name: 'deleteNotification',
  method: 'DELETE',
  path: '/rest/usernotif/{key}',
  access: 'signed-in',
  summary: 'Take an own notification away; one that is not there is gone already',
  source: 'portal §7 Notifications',
  input: z.object({ key: z.string().max(100) }),
  answers: UnreadAnswer,
  errors: ['access_denied'],
})
