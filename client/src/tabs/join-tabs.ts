import type { EntityData } from '@cartouche/contract/wire'
import type { Client } from '../client.ts'
import { pollCursor } from '../cursors/poll-cursor.ts'
import { createCell, type Readable } from '../store/keyed-store.ts'

/** The part of BroadcastChannel that tabs need. */
export interface ChannelLike {
  postMessage(message: unknown): void
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
  removeEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
}

/** The part of the Web Locks that tabs need. */
export interface LocksLike {
  request(
    name: string,
    options: { readonly signal: AbortSignal },
    work: () => Promise<void>,
  ): Promise<unknown>
}

/** What tabs send each other. */
type Message =
  | { readonly type: 'entities'; readonly data: readonly EntityData[] }
  | { readonly type: 'hits'; readonly signature: string; readonly uuids: readonly string[] }
  | { readonly type: 'session' }

/** This tab among those of the same application. */
export interface Tab {
  /** Whether this tab polls for all. */
  readonly leader: Readable<boolean>
  /**
   * Has a cursor polled by the leader alone, by its `refreshAfterMs`; the others look up what it found when
   * it differs. Answers how to stop.
   */
  follow(cursorName: string): () => void
  /** Leaves; another tab takes the lead. */
  leave(): void
}

/**
 * Keeps the tabs of an application in step: an entity that was changed in one is shown changed in all, a
 * sign-in or sign-out counts for all, and one of them, the leader, asks again by timers for all. In a
 * browser: `joinTabs(client, { channel: new BroadcastChannel('cartouche'), locks: navigator.locks })`.
 */
export function joinTabs(
  client: Client,
  { channel, locks }: { readonly channel: ChannelLike; readonly locks: LocksLike },
): Tab {
  const { entities, session, cursors } = client
  const leader = createCell(false)
  const ending = new AbortController()
  const post = (message: Message): void => channel.postMessage(message)
  let following = false
  const hear = ({ data }: { readonly data: unknown }): void => {
    const message = data as Partial<Message> | null
    take(client, message)
    if (message?.type !== 'session') return
    // A tab that follows another does not announce it.
    following = true
    void session.connect().finally(() => {
      following = false
    })
  }
  channel.addEventListener('message', hear)
  const stopEntities = entities.onChange(createNews(client, (data) => post({ type: 'entities', data })))
  let person = session.get().user?.id
  const stopSession = session.subscribe(() => {
    const now = session.get().user?.id
    const { status } = session.get()
    if (now === person || (status !== 'loaded' && status !== 'invalid')) return
    person = now
    if (!following) post({ type: 'session' })
  })
  const { promise: left, resolve: leave } = Promise.withResolvers<void>()
  // Whoever holds the lock leads, until it leaves or its tab closes; the others wait in line.
  locks
    .request('cartouche-leader', { signal: ending.signal }, () => {
      leader.set(true)
      return left
    })
    .catch(() => undefined)
  return {
    leader: { get: leader.get, subscribe: leader.subscribe },
    follow: (name) =>
      stopBoth(
        pollCursor(client, name, leader.get),
        cursors.subscribe(name, () => {
          const { status, signature, list } = cursors.get(name)
          const uuids = Array.from(
            { length: Math.min(list.length, cursors.get(name).definition.max) },
            (_hit, index) => list.at(index)?.$uuid ?? '',
          )
          if (leader.get() && status === 'loaded') post({ type: 'hits', signature, uuids })
        }),
      ),
    leave() {
      leader.set(false)
      leave()
      ending.abort()
      channel.removeEventListener('message', hear)
      stopEntities()
      stopSession()
    },
  }
}

function stopBoth(one: () => void, other: () => void): () => void {
  return () => {
    one()
    other()
  }
}

/**
 * Announces entities whose version rose above the one that was known here: those that were written, and those
 * found to be newer.
 */
function createNews(
  { entities }: Pick<Client, 'entities'>,
  announce: (data: readonly EntityData[]) => void,
): (keys: ReadonlySet<string>) => void {
  const versions = new Map<string, number>()
  return (keys) => {
    const news = [...keys].flatMap((key) => {
      const { data, pending } = entities.get(key)
      const version = data?.$version
      if (!data || pending || version === undefined) return []
      const known = versions.get(key)
      versions.set(key, version)
      return known !== undefined && known < version ? [data] : []
    })
    if (news.length > 0) announce(news)
  }
}

/**
 * Takes what another tab sent. It is of the same origin, and yet only believed as far as it has the form of a
 * message.
 */
function take({ entities, cursors }: Client, message: Partial<Message> | null): void {
  if (typeof message !== 'object' || message === null) return
  if (message.type === 'entities' && Array.isArray(message.data))
    for (const data of message.data)
      if (isEntity(data) && entities.get(`${data.$resource}/${data.id}`).data)
        entities.acceptList([data], entities.mark())
  if (message.type !== 'hits' || !Array.isArray(message.uuids)) return
  const { signature, uuids } = message
  for (const name of cursors.names()) {
    const { list, status, signature: own } = cursors.get(name)
    if (
      own === signature &&
      status === 'loaded' &&
      uuids.some((uuid, index) => list.at(index)?.$uuid !== uuid)
    )
      void cursors.refresh(name).catch(() => undefined)
  }
}

function isEntity(value: unknown): value is EntityData {
  if (typeof value !== 'object' || value === null) return false
  const { id, $uuid, $resource, $version } = value as Partial<EntityData>
  return (
    typeof id === 'number' &&
    typeof $uuid === 'string' &&
    typeof $resource === 'string' &&
    typeof $version === 'number'
  )
}
