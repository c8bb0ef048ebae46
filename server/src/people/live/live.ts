import { Readable } from 'node:stream'
import { LiveEvent } from '@cartouche/contract'
import { scopeOf, seesAll } from '../../access/decide.ts'
import type { SignedIn } from '../../access/identity.ts'
import type { Database } from '../../ground/database/database.ts'
import { listen } from '../../ground/database/listen.ts'
import type { Announcement } from './announce.ts'
import { liveChannel, selectLiveFamilies } from './live.sql.ts'

/** Hears what any server announces, and passes it on to the event streams of this one. */
export interface Live {
  /** Events for one session as text, until it ends; undefined while announcements cannot be heard. */
  open(identity: SignedIn): Readable | undefined
  /** How many streams are open. */
  count(): number
  /** Ends every stream, then stops listening. */
  stop(): Promise<void>
}

declare module '../../ground/services.ts' {
  interface Services {
    /** Without it nobody can listen for what changes. */
    readonly live?: Live
  }
}

/** Where what goes wrong is logged. */
interface Log {
  warn(data: object, message: string): void
}

interface Listener {
  readonly identity: SignedIn
  readonly stream: Readable
}

/** Proxies cut a connection that is silent for a minute, some for half of one. */
const heartbeatMs = 25_000
/** Several sign-outs together are looked at once. */
const checkAfterMs = 100
/** Whoever has more open than any browser would loses the oldest. */
const streamsPerSession = 12
/** Whoever does not take what is sent is cut off: the client comes again and reads again. */
const maxUnreadBytes = 256 * 1024

/**
 * Listens on a connection of its own. Where it is lost, streams end, since what was announced meanwhile is
 * never heard: clients come again and read again. A stream ends with its session, at the latest at the next
 * heartbeat.
 * @source decision 0062
 */
export async function startLive(database: Database, url: string, log: Log): Promise<Live> {
  const listeners = new Set<Listener>()
  let hears = false
  let stopping = false
  const end = (listener: Listener): void => {
    if (listeners.delete(listener)) listener.stream.push(null)
  }
  const endAll = (): void => {
    for (const listener of listeners) end(listener)
  }
  const check = createSessionCheck(database, listeners, end, log)
  const listening = await listen(url, {
    name: 'cartouche live',
    channels: [liveChannel, 'cartouche_changes'],
    onMessage: (channel, payload) => {
      if (channel === liveChannel) spread(listeners, payload, log)
      else if (payload === 'session' || payload === 'credential') check.soon()
    },
    onHearing: (now) => {
      hears = now
      if (!now) endAll()
      if (!now && !stopping)
        log.warn(
          {},
          'the connection that hears of announcements was lost; event streams end until it is back',
        )
    },
  })
  const heartbeat = setInterval(() => {
    for (const listener of listeners) send(listener, ': still here\n\n')
    check.soon()
  }, heartbeatMs).unref()
  return {
    open(identity) {
      if (!hears || stopping) return undefined
      const listener: Listener = { identity, stream: new Readable({ read() {}, encoding: 'utf8' }) }
      const before = [...listeners].filter((other) => other.identity.session.key === identity.session.key)
      for (const oldest of before.slice(0, Math.max(0, before.length - streamsPerSession + 1))) end(oldest)
      listeners.add(listener)
      listener.stream.once('close', () => listeners.delete(listener))
      // Headers travel with the first byte.
      send(listener, ': listening\n\n')
      return listener.stream
    },
    count: () => listeners.size,
    async stop() {
      stopping = true
      clearInterval(heartbeat)
      check.stop()
      endAll()
      await listening.stop()
    },
  }
}

function spread(listeners: ReadonlySet<Listener>, payload: string, log: Log): void {
  const announcement = parse(payload)
  if (!announcement) return log.warn({ payload: payload.slice(0, 200) }, 'an announcement was not understood')
  const { event, to, seeing } = announcement
  const people = to === 'everyone' ? undefined : new Set(to)
  const text = `data: ${JSON.stringify(event)}\n\n`
  for (const listener of listeners) {
    const { kind, id } = listener.identity
    const isMeant = !people || (kind === 'user' && people.has(id))
    if (isMeant || (seeing !== undefined && seesAll(scopeOf(listener.identity, seeing, 'view'))))
      send(listener, text)
  }
}

/** A server of another version may announce what this one does not know. */
function parse(payload: string): Announcement | undefined {
  try {
    const { event, to, seeing } = JSON.parse(payload) as { event: unknown; to: unknown; seeing?: unknown }
    const parsed = LiveEvent.safeParse(event)
    if (!parsed.success || (to !== 'everyone' && !Array.isArray(to))) return undefined
    return {
      event: parsed.data,
      to: to === 'everyone' ? to : to.filter((id) => typeof id === 'number'),
      ...(typeof seeing === 'string' && { seeing }),
    }
  } catch {
    return undefined
  }
}

function send({ stream }: Listener, text: string): void {
  if (stream.readableLength > maxUnreadBytes) stream.destroy()
  else stream.push(text)
}

/** Ends the streams of sessions that are over. */
function createSessionCheck(
  database: Database,
  listeners: ReadonlySet<Listener>,
  end: (listener: Listener) => void,
  log: Log,
): { soon(): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined
  const check = async (): Promise<void> => {
    const asked = [...listeners]
    if (asked.length === 0) return
    const good = await selectLiveFamilies(database, [
      ...new Set(asked.map(({ identity }) => identity.session.key)),
    ])
    for (const listener of asked) if (!good.has(listener.identity.session.key)) end(listener)
  }
  return {
    soon: () => {
      timer ??= setTimeout(() => {
        timer = undefined
        check().catch((error: unknown) => {
          log.warn({ error: String(error) }, 'sessions of event streams could not be looked at')
        })
      }, checkAfterMs).unref()
    },
    stop: () => {
      clearTimeout(timer)
    },
  }
}
