import { calls, type SessionTokens } from '@cartouche/contract/wire'
import { wait, type Clock } from '../clock.ts'
import { isClientError, toFailure } from '../failure.ts'
import type { Log } from '../log.ts'
import type { Readable } from '../store/keyed-store.ts'
import type { Credentials, Transport } from '../transport/transport.ts'

/** Tries of a renewal that gets no answer, and the wait between them. @source portal §4 Session, §9 */
const maxRetries = 5
const retryDelayMs = 2000
/** Part of a token's lifetime after which it is renewed. @source portal §4 Session */
const renewAt = { cookie: 0.8, bearer: 0.2 } as const

interface RenewalNeeds {
  readonly transport: Pick<Transport, 'call'>
  readonly credentials: Readable<Credentials>
  readonly clock: Clock
  readonly log: Log
  /** Takes new tokens. */
  readonly adopt: (tokens: SessionTokens) => void
  /** The session could not be renewed. */
  readonly expire: () => void
}

/** The renewal of one session after another. */
export interface Renewal {
  /** Plans the renewal of these tokens, in place of the one planned before. */
  start(tokens: SessionTokens): void
  stop(): void
  /** Takes up the session of the cookie or of the refresh token, once. */
  refresh(): Promise<void>
  /**
   * What a call has to wait for: the renewal of a token that has run out. Timers stand still while a machine
   * sleeps, so the clock is asked as well.
   */
  ready(): Promise<void> | undefined
  /** The refresh token as a parameter; undefined where the cookie holds it. */
  token(): { readonly token: string | undefined }
}

/**
 * Renews a session in time: at 80 % of the lifetime with a cookie, at 20 % with a bearer token.
 * @source portal §4 Session
 */
export function scheduleRenewal({
  transport,
  credentials,
  clock,
  log,
  adopt,
  expire,
}: RenewalNeeds): Renewal {
  let callOff = (): void => undefined
  let refreshToken: string | undefined
  let current:
    | { readonly endsAtMs: number; readonly signal: AbortSignal; renewing?: Promise<void> }
    | undefined

  const refresh = async (signal?: AbortSignal): Promise<void> => {
    const parameters = credentials.get().mode === 'cookie' ? { cookieauth: true } : { token: refreshToken }
    adopt(await transport.call(calls.refreshSession, parameters, { signal }))
  }
  const renew = async (signal: AbortSignal): Promise<void> => {
    for (let tries = 0; ; tries++) {
      try {
        return await refresh(signal)
      } catch (error) {
        const failure = toFailure(error)
        if (signal.aborted) return
        if (!isClientError(failure, 'network') || tries >= maxRetries) {
          log('warn', 'The session could not be renewed', failure)
          return expire()
        }
        await wait(clock, retryDelayMs, signal).catch(() => undefined)
        if (signal.aborted) return
      }
    }
  }
  const renewOnce = (): Promise<void> | undefined => {
    if (current) current.renewing ??= renew(current.signal)
    return current?.renewing
  }
  return {
    refresh,
    start(tokens) {
      callOff()
      const { mode } = credentials.get()
      if (mode === 'bearer') refreshToken = tokens.refreshToken
      const lifetimeMs = (tokens.exp - tokens.iat) * 1000
      const controller = new AbortController()
      current = { endsAtMs: clock.nowMs() + lifetimeMs, signal: controller.signal }
      const stopTimer = clock.after(lifetimeMs * renewAt[mode], () => void renewOnce())
      callOff = () => {
        stopTimer()
        controller.abort()
      }
    },
    stop() {
      callOff()
      refreshToken = undefined
      current = undefined
    },
    ready: () => (current && clock.nowMs() >= current.endsAtMs ? renewOnce() : undefined),
    token: () => ({ token: refreshToken }),
  }
}
