import { calls, type Notification } from '@cartouche/contract/wire'
import { attach, type Forgetful } from '../attach.ts'
import type { Client } from '../client.ts'
import { isCanceled, toFailure, type Failure } from '../failure.ts'
import { keepCurrent } from '../live/keep-current.ts'
import { liveOf } from '../live/live.ts'
import type { LoadStatus } from '../load-status.ts'
import { createCell, type Cell, type Readable } from '../store/keyed-store.ts'

/**
 * The user's notifications, newest first, and how much of it is unread. The count is known before the list
 * is.
 */
export interface NotificationsSnapshot {
  readonly status: LoadStatus
  readonly error: Failure | null
  readonly hasData: boolean
  /** Whether `unreadCount` is known yet. */
  readonly hasCount: boolean
  readonly unreadCount: number
  readonly total: number
  readonly notifications: readonly Notification[]
  readonly hasNext: boolean
}

/**
 * The notifications of the signed-in user.
 * @source portal §3 Notification: the list and an unread count are kept
 */
export interface Notifications extends Readable<NotificationsSnapshot>, Forgetful {
  /** Reads the count alone. */
  fetchUnread(): Promise<void>
  /** Reads the first page; what is shown stays until it comes. */
  fetch(): Promise<void>
  /** Reads the next page; does nothing unless the list is loaded and has more. */
  next(): Promise<void>
  /** Marks these as read, or all; shown at once, and taken back where it fails. */
  markRead(keys?: readonly string[]): Promise<void>
  /** Deletes one; gone at once, and back where it fails. */
  remove(key: string): Promise<void>
  /**
   * Keeps the count and a list that was read in step with the server: by live events, and while there are
   * none by asking every minute. Answers how to stop.
   */
  watch(): () => void
}

const unknown: NotificationsSnapshot = {
  status: 'unknown',
  error: null,
  hasData: false,
  hasCount: false,
  unreadCount: 0,
  total: 0,
  notifications: [],
  hasNext: false,
}

/** The notifications of a client. */
export const notificationsOf = attach(createNotifications)

interface Store {
  readonly client: Client
  readonly cell: Cell<NotificationsSnapshot>
  /** Asks for the page after the last one. */
  token: string | undefined
  /** Counts changes made here: an answer to what was asked before one of them is old. */
  changes: number
}

function createNotifications(client: Client): Notifications {
  const cell = createCell(unknown)
  const store: Store = { client, cell, token: undefined, changes: 0 }
  const fetchUnread = (): Promise<void> =>
    quietly(client, async () => {
      const before = store.changes
      const { response } = await client.call(calls.getUnreadCount, {})
      if (before === store.changes) cell.update((now) => withCount(now, response.unreadCount))
    })
  const fetch = (): Promise<void> => read(store)
  return {
    get: cell.get,
    subscribe: cell.subscribe,
    fetchUnread,
    fetch,
    next: () => readNext(store),
    markRead: (keys) =>
      change(
        store,
        (now) => {
          const marked = now.notifications.filter(
            ({ key, read: isRead }) => !isRead && (keys === undefined || keys.includes(key)),
          )
          const unreadCount = keys === undefined ? 0 : Math.max(0, now.unreadCount - marked.length)
          return {
            ...now,
            unreadCount,
            notifications: now.notifications.map((one) =>
              marked.includes(one) ? { ...one, read: true } : one,
            ),
          }
        },
        () => client.call(calls.markNotificationsRead, keys === undefined ? {} : { keys: [...keys] }),
      ),
    remove: (key) =>
      change(
        store,
        (now) => {
          const [removed] = now.notifications.filter((one) => one.key === key)
          if (!removed) return now
          return {
            ...now,
            total: now.total - 1,
            unreadCount: removed.read ? now.unreadCount : Math.max(0, now.unreadCount - 1),
            notifications: now.notifications.filter((one) => one !== removed),
          }
        },
        () => client.call(calls.deleteNotification, { key }),
      ),
    watch: () => watch(store, { fetchUnread, fetch }),
    clear() {
      store.changes++
      store.token = undefined
      cell.set(unknown)
    },
  }
}

async function read(store: Store): Promise<void> {
  const { client, cell } = store
  cell.update((now) => ({ ...now, status: now.hasData ? 'fetching' : 'initial', error: null }))
  try {
    for (;;) {
      const before = store.changes
      const { links, response } = await client.call(calls.findNotifications, {})
      if (before !== store.changes) continue
      store.token = links.nextResultsToken
      cell.set({
        status: 'loaded',
        error: null,
        hasData: true,
        hasCount: true,
        unreadCount: response.unreadCount,
        total: response.total,
        notifications: keepEqual(cell.get().notifications, response.data),
        hasNext: store.token !== undefined,
      })
      return
    }
  } catch (error) {
    cell.update((now) => ({ ...now, status: 'error', error: toFailure(error) }))
    throw toFailure(error)
  }
}

async function readNext(store: Store): Promise<void> {
  const { client, cell, token } = store
  if (cell.get().status !== 'loaded' || token === undefined) return
  cell.update((now) => ({ ...now, status: 'next' }))
  try {
    const { links, response } = await client.call(calls.findNotifications, { after: token })
    // What was read again meanwhile begins at the first page again.
    if (store.token !== token || cell.get().status !== 'next') return
    store.token = links.nextResultsToken
    cell.update((now) => ({
      ...now,
      status: 'loaded',
      unreadCount: response.unreadCount,
      total: response.total,
      notifications: [...now.notifications, ...response.data],
      hasNext: store.token !== undefined,
    }))
  } catch (error) {
    cell.update((now) => ({ ...now, status: 'error', error: toFailure(error) }))
    throw toFailure(error)
  }
}

/** Shows a change at once, and what the server says where it fails. */
async function change(
  store: Store,
  apply: (now: NotificationsSnapshot) => NotificationsSnapshot,
  send: () => Promise<{ readonly response: { readonly unreadCount: number } }>,
): Promise<void> {
  const { cell } = store
  store.changes++
  const mine = store.changes
  cell.update(apply)
  try {
    const { response } = await send()
    if (mine === store.changes) cell.update((now) => ({ ...now, unreadCount: response.unreadCount }))
  } catch (error) {
    if (cell.get().hasData) await read(store).catch(() => undefined)
    throw toFailure(error)
  }
}

function watch(
  { client, cell }: Store,
  { fetchUnread, fetch }: Pick<Notifications, 'fetchUnread' | 'fetch'>,
): () => void {
  const live = liveOf(client)
  const look = (): Promise<void> => (cell.get().hasData ? quietly(client, fetch) : fetchUnread())
  return keepCurrent(client, look, [
    live.on('notifications', ({ unreadCount }) => {
      cell.update((now) => withCount(now, unreadCount))
      if (cell.get().hasData) void look()
    }),
  ])
}

function withCount(now: NotificationsSnapshot, unreadCount: number): NotificationsSnapshot {
  return now.hasCount && now.unreadCount === unreadCount ? now : { ...now, unreadCount, hasCount: true }
}

/** Notifications that are as they were keep their identity: what shows them is not drawn again. */
function keepEqual(before: readonly Notification[], now: readonly Notification[]): readonly Notification[] {
  const known = new Map(before.map((one) => [one.key, one]))
  return now.map((one) => {
    const old = known.get(one.key)
    return old && old.read === one.read && old.title === one.title ? old : one
  })
}

/** What nobody asked for fails without a word to anybody: the next read reports it. */
async function quietly({ options: { log } }: Client, work: () => Promise<void>): Promise<void> {
  await work().catch((error: unknown) => {
    if (!isCanceled(error)) log('warn', 'Notifications could not be read', error)
  })
}
