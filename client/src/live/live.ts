import { calls, type LiveEvent } from '@cartouche/contract/wire'
import { attach, type Forgetful } from '../attach.ts'
import type { Client } from '../client.ts'
import { isCanceled, toFailure } from '../failure.ts'
import { createCell, type Readable } from '../store/keyed-store.ts'
import type { ChannelLike, Tab } from '../tabs/join-tabs.ts'
import { readEvents } from './read-events.ts'

type Kind = LiveEvent['kind']
type EventOf<K extends Kind> = Extract<LiveEvent, { readonly kind: K }>

/**
 * What changes elsewhere, as it changes. Events are hints where to look: what they are about is read by the
 * calls for it.
 */
export interface Live extends Forgetful {
  /** Whether events come at this moment; while they do not, who must know polls. */
  readonly open: Readable<boolean>
  /**
   * Listens to events of one kind; the stream is open while somebody listens and a user is signed in. Answers
   * how to stop.
   */
  on<K extends Kind>(kind: K, listener: (event: EventOf<K>) => void): () => void
  /**
   * Called whenever events come after they did not: what was missed must be read. `isFirst`: they come for
   * the first time, at the first try, so that what was read just before is right. Answers how to stop.
   */
  onOpen(listener: (isFirst: boolean) => void): () => void
  /** Tries to open the stream now where it waits to: the server can be reached again. */
  retryNow(): void
  /**
   * Has the leading tab alone open the stream and pass on what comes: one connection for a browser. Answers
   * how to stop.
   */
  shareAmong(tab: Pick<Tab, 'leader'>, channel: ChannelLike): () => void
}

/** Waits before the stream is opened again, the last one for every further time. */
const waitsMs = [1000, 2000, 5000, 15_000, 30_000] as const
/** The server gives a sign of life every 25 s: a connection without any is dead, as after a sleep. */
const maxSilenceMs = 60_000
/** Against these it helps little to open the stream again; a session that is renewed may. */
const refusals: ReadonlySet<string> = new Set([
  'session_gone',
  'sign_in_needed',
  'access_denied',
  'path_not_found',
  'method_not_allowed',
])

/** What changes, for a client. @source decision 0062 */
export const liveOf = attach(createLive)

function createLive(client: Client): Live {
  const open = createCell(false)
  const listeners = new Map<Kind, Set<(event: never) => void>>()
  const openListeners = new Set<(isFirst: boolean) => void>()
  let sharing: Sharing | undefined

  const setOpen = (now: boolean, isFirst = false): void => {
    if (open.get() === now) return
    open.set(now)
    if (now) for (const listener of openListeners) listener(isFirst)
  }
  const notify = (event: LiveEvent): void => {
    for (const listener of listeners.get(event.kind) ?? []) (listener as (event: LiveEvent) => void)(event)
  }
  const stream = createStream(client, {
    onEvent: (event) => {
      notify(event)
      sharing?.post({ type: 'live', event })
    },
    onOpen: (now, isFirst) => {
      setOpen(now, isFirst)
      sharing?.post({ type: 'live-open', open: now })
    },
  })
  const isWanted = (): boolean =>
    client.session.get().connected &&
    (sharing ? sharing.leads() : [...listeners.values()].some(({ size }) => size > 0))
  const look = (): void => {
    if (isWanted()) stream.start()
    else stream.stop()
  }
  client.session.subscribe(look)
  return {
    open: { get: open.get, subscribe: open.subscribe },
    clear: () => stream.stop(),
    retryNow: () => stream.retryNow(),
    on(kind, listener) {
      const ofKind = listeners.get(kind) ?? new Set()
      listeners.set(kind, ofKind.add(listener))
      look()
      return () => {
        ofKind.delete(listener)
        look()
      }
    },
    onOpen(listener) {
      openListeners.add(listener)
      return () => openListeners.delete(listener)
    },
    shareAmong(tab, channel) {
      sharing = share(tab, channel, { isOpen: open.get, onEvent: notify, onOpen: setOpen, look })
      look()
      return () => {
        sharing?.stop()
        sharing = undefined
        look()
      }
    },
  }
}

type Message =
  | { readonly type: 'live'; readonly event: LiveEvent }
  | { readonly type: 'live-open'; readonly open: boolean }
  | { readonly type: 'live-hello' }
interface Sharing {
  leads(): boolean
  post(message: Message): void
  stop(): void
}

/** The leader's news for the other tabs; one that comes later asks how things stand. */
function share(
  { leader }: Pick<Tab, 'leader'>,
  channel: ChannelLike,
  {
    isOpen,
    onEvent,
    onOpen,
    look,
  }: {
    readonly isOpen: () => boolean
    readonly onEvent: (event: LiveEvent) => void
    readonly onOpen: (open: boolean, isFirst: boolean) => void
    readonly look: () => void
  },
): Sharing {
  const post = (message: Message): void => channel.postMessage(message)
  let isFirst = true
  const hear = ({ data }: { readonly data: unknown }): void => {
    const message = data as Partial<Message> | null
    if (leader.get()) {
      if (message?.type === 'live-hello') post({ type: 'live-open', open: isOpen() })
    } else if (message?.type === 'live' && 'event' in message && isEvent(message.event))
      onEvent(message.event)
    else if (message?.type === 'live-open' && 'open' in message) {
      onOpen(message.open === true, isFirst)
      isFirst = false
    }
  }
  channel.addEventListener('message', hear)
  const stopLeader = leader.subscribe(look)
  post({ type: 'live-hello' })
  return {
    leads: leader.get,
    post: (message) => {
      if (leader.get()) post(message)
    },
    stop() {
      channel.removeEventListener('message', hear)
      stopLeader()
    },
  }
}

function isEvent(value: unknown): value is LiveEvent {
  return typeof value === 'object' && value !== null && typeof (value as { kind?: unknown }).kind === 'string'
}

/** Holds the stream open from `start` to `stop`, opening it again as often as it ends. */
function createStream(
  { call, options: { clock, log } }: Client,
  {
    onEvent,
    onOpen,
  }: {
    readonly onEvent: (event: LiveEvent) => void
    readonly onOpen: (open: boolean, isFirst?: boolean) => void
  },
) {
  let leaving: AbortController | undefined
  let isFirst = true
  let stopWaiting: (() => void) | undefined
  const run = async (signal: AbortSignal): Promise<void> => {
    for (let tries = 0; !signal.aborted; tries++) {
      try {
        await listenOnce(signal, () => {
          tries = 0
        })
      } catch (error) {
        const failure = toFailure(error)
        if (signal.aborted) return
        if (refusals.has(failure.code)) tries = waitsMs.length
        else if (!isCanceled(failure)) log('warn', 'The stream of live events was lost', failure)
      }
      if (signal.aborted) return
      isFirst = false
      onOpen(false)
      await new Promise<void>((resolve) => {
        const callOff = clock.after(waitsMs[Math.min(tries, waitsMs.length - 1)] ?? 0, resolve)
        stopWaiting = () => {
          callOff()
          resolve()
        }
        signal.addEventListener('abort', stopWaiting, { once: true })
      })
    }
  }
  const listenOnce = async (signal: AbortSignal, onAnswer: () => void): Promise<void> => {
    const silence = new AbortController()
    let callOff = (): void => undefined
    const stillThere = (): void => {
      callOff()
      callOff = clock.after(maxSilenceMs, () => silence.abort())
    }
    stillThere()
    try {
      const { body } = await call(
        calls.listenLive,
        {},
        { signal: AbortSignal.any([signal, silence.signal]), retry: false },
      )
      onAnswer()
      onOpen(true, isFirst)
      isFirst = false
      if (body) await readEvents(body, { onBytes: stillThere, onData: (data) => take(data) })
    } finally {
      callOff()
    }
  }
  const take = (data: string): void => {
    try {
      const event: unknown = JSON.parse(data)
      if (isEvent(event)) onEvent(event)
    } catch (error) {
      log('warn', 'A live event was not understood', error)
    }
  }
  return {
    start(): void {
      if (leaving) return
      leaving = new AbortController()
      // A tab that takes the lead heard of the one before: what came between the two is read again.
      onOpen(false)
      void run(leaving.signal)
    },
    retryNow: () => stopWaiting?.(),
    stop(): void {
      if (!leaving) return
      leaving.abort()
      leaving = undefined
      onOpen(false)
    },
  }
}
