import { ApiError, type Notification } from '@cartouche/contract'
import type { FakeHandlers } from './fake-routes.ts'

/** The notifications that a fake server keeps, the same for whoever is signed in. */
export interface FakeNotifications {
  /** Adds one of this title; answers its key. */
  add(title: string): string
  readonly all: () => readonly Notification[]
}

/** Notifications in memory, with their calls. */
export function createFakeNotifications(): FakeNotifications & { readonly handlers: FakeHandlers } {
  let all: readonly Notification[] = []
  let last = 0
  const unread = () => ({ response: { unreadCount: all.filter(({ read }) => !read).length } })
  return {
    all: () => all,
    add(title) {
      const key = `00000000-0000-4000-8000-${String(++last).padStart(12, '0')}`
      all = [
        {
          key,
          type: 'share',
          title,
          link: `/carts/${last}`,
          data: {},
          created: new Date(1_700_000_000_000 + last).toISOString(),
          read: false,
        },
        ...all,
      ]
      return key
    },
    handlers: {
      getUnreadCount: unread,
      findNotifications({ max, after }) {
        const start = after === undefined ? 0 : all.findIndex(({ key }) => key === after) + 1
        if (after !== undefined && start === 0) throw new ApiError('token_mismatch')
        const data = all.slice(start, start + max)
        const nextResultsToken = start + max < all.length ? data.at(-1)?.key : undefined
        return {
          links: nextResultsToken ? { nextResultsToken } : {},
          response: { count: data.length, total: all.length, ...unread().response, data },
        }
      },
      markNotificationsRead({ keys }) {
        all = all.map((one) => (keys === undefined || keys.includes(one.key) ? { ...one, read: true } : one))
        return unread()
      },
      deleteNotification({ key }) {
        all = all.filter((one) => one.key !== key)
        return unread()
      },
    },
  }
}
