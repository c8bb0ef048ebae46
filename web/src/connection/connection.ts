import { createCell, systemClock, type Clock, type Readable } from '@cartouche/client'
import { copyHeader } from '../offline/names.ts'

/** `up`: the last that is known of the server is an answer. `down`: it, or the network to it, is away. */
export type ConnectionState = 'up' | 'down'

/** Whether the server can be reached, as the requests of this page show. */
export interface Connection extends Readable<ConnectionState> {
  /** Whether copies that this device kept have been shown since the server was last there. */
  readonly copies: Readable<boolean>
  /** Makes requests, and learns from each of them. */
  readonly fetch: typeof globalThis.fetch
  /** Asks the server now. Answers whether it is there. */
  check(): Promise<boolean>
  /** Settles when the server can be reached; at once where it can. */
  whenUp(): Promise<void>
}

interface ConnectionOptions {
  readonly fetch: typeof globalThis.fetch
  /** Address that any server of this application answers. */
  readonly probeUrl: string
  readonly clock?: Clock
}

/**
 * Waits between two questions while the server is away, milliseconds; the last one for every further time.
 */
const waitsMs = [1000, 2000, 3000, 5000, 10_000] as const
const probeTimeoutMs = 8000
/** What a proxy answers in the place of a server that is away. @source RFC 9110 §15.6.3 to 15.6.5 */
const awayStatuses: ReadonlySet<number> = new Set([502, 503, 504])

/** Whether an answer says that the server is away: one that only has too much to do says that it is there. */
async function saysAway(response: Response): Promise<boolean> {
  if (!awayStatuses.has(response.status)) return false
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  return !(typeof body === 'object' && body !== null && 'code' in body && body.code === 'server_busy')
}

/**
 * Creates the watch over the connection. A request that got no answer has the server asked at once; only when
 * that fails too is the connection down, so that one lost request is no alarm. While it is down the server is
 * asked again and again. That alone says that it is back: other answers may come from the browser's cache.
 */
export function createConnection({ fetch, probeUrl, clock = systemClock }: ConnectionOptions): Connection {
  const state = createCell<ConnectionState>('up')
  const copies = createCell(false)
  let asking: Promise<boolean> | undefined
  let callOff: (() => void) | undefined
  let tries = 0

  const setUp = (): void => {
    callOff?.()
    tries = 0
    if (state.get() !== 'up') state.set('up')
    if (copies.get()) copies.set(false)
  }
  const setDown = (): void => {
    if (state.get() !== 'down') state.set('down')
    callOff?.()
    callOff = clock.after(waitsMs[Math.min(tries, waitsMs.length - 1)] ?? 0, () => void check())
    tries += 1
  }
  const ask = async (): Promise<boolean> => {
    const response = await fetch(probeUrl, { cache: 'no-store', signal: AbortSignal.timeout(probeTimeoutMs) })
    return !(await saysAway(response))
  }
  const check = (): Promise<boolean> => {
    asking ??= ask()
      .catch(() => false)
      .then((isThere) => {
        asking = undefined
        if (isThere) setUp()
        else setDown()
        return isThere
      })
    return asking
  }
  const suspect = (): void => {
    if (state.get() === 'up') void check()
  }
  return {
    get: state.get,
    subscribe: state.subscribe,
    copies: { get: copies.get, subscribe: copies.subscribe },
    check,
    async fetch(input, init) {
      try {
        const response = await fetch(input, init)
        const isCopy = response.headers.has(copyHeader)
        if (isCopy && !copies.get()) copies.set(true)
        if (isCopy || (await saysAway(response))) suspect()
        else if (state.get() === 'down') void check()
        return response
      } catch (error) {
        if (!(error instanceof Error) || error.name !== 'AbortError') suspect()
        throw error
      }
    },
    async whenUp() {
      if (state.get() === 'up') return
      await new Promise<void>((resolve) => {
        const stop = state.subscribe(() => {
          if (state.get() === 'down') return
          stop()
          resolve()
        })
      })
    },
  }
}

/** The connection of this page. */
export const connection: Connection = createConnection({
  fetch: (...parameters) => globalThis.fetch(...parameters),
  probeUrl: '/api/rest/config',
})

if (typeof window !== 'undefined') {
  window.addEventListener('online', () => void connection.check())
  window.addEventListener('offline', () => void connection.check())
}
