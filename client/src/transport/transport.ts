import {
  ApiError,
  calls,
  decodeError,
  type Call,
  type CallAnswer,
  type CallName,
  type CallParameters,
} from '@cartouche/contract/wire'
import { systemClock, wait, type Clock } from '../clock.ts'
import { canRetry, ClientError, toFailure, type Failure } from '../failure.ts'
import { addressOf, buildRequest, type WireRequest } from './build-request.ts'
import { createInFlight } from './in-flight.ts'
import { parseJson, type Uploader } from './uploader.ts'

/** How the session proves itself on each request. */
export interface Credentials {
  /**
   * `cookie`: the browser sends the session; POSTs carry the CSRF token. `bearer`: the access token goes in a
   * header.
   */
  readonly mode: 'cookie' | 'bearer'
  readonly accessToken?: string | undefined
  readonly csrfToken?: string | undefined
}

/** What a call can be given beside its parameters. */
export interface CallOptions {
  /** Aborting it rejects the call with `error.canceled`. */
  readonly signal?: AbortSignal | undefined
  /** Bytes sent so far, and all of them; only for multipart. */
  readonly onUploadProgress?: ((loadedBytes: number, totalBytes: number) => void) | undefined
  /** Multipart body in place of the JSON of the parameters. */
  readonly form?: FormData | undefined
  /**
   * Value of the header `authorization` in the place of the session's own: `shareAuthorization(password)`.
   */
  readonly authorization?: string | undefined
  /** `false`: fail at once. `unlessBusy`: where the server says when to try again, that is the caller's. */
  readonly retry?: boolean | 'unlessBusy' | undefined
}

/** The wire, typed by the contract. */
export interface Transport {
  /**
   * Makes a call. Reads that fail for a passing reason are made again up to 3 times, when a busy server says;
   * identical reads in flight are made once.
   * @throws ApiError for an error of the table; ClientError `error.canceled`, `network`, `answer_unexpected`
   */
  call<C extends Call>(call: C, parameters: CallParameters<C>, options?: CallOptions): Promise<CallAnswer<C>>
  /** The address of a call, for a picture, a player or a download. */
  urlOf<C extends Call>(call: C, parameters: CallParameters<C>): string
  /** Listens to every failure, after retries; answers how to stop. */
  onFailure(listener: (failure: Failure, call: Call) => void): () => void
}

export interface TransportOptions {
  /** Address before every path; `/api` by default. */
  readonly baseUrl?: string
  readonly fetch?: typeof globalThis.fetch
  readonly uploader?: Uploader
  readonly clock?: Clock
  readonly credentials?: () => Credentials
  /** What a call has to wait for before it is made; those that start, renew or end a session do not. */
  readonly ready?: () => Promise<void> | undefined
  /** Sent as `lang` with every request. */
  readonly language?: () => string
  /** Sent as `x-context` with every request. */
  readonly context?: string
  /**
   * Says what is wrong with an answer, undefined when nothing is: `checkAnswer` of the whole contract, in
   * tests.
   */
  readonly checkAnswer?: (name: CallName, body: unknown) => string | undefined
}

/**
 * Bodies of changes under way, bytes, up to which a browser is asked to send them to their end though the
 * page is left. It refuses what is over 64 KiB, counted over all pages of an origin.
 * @source Fetch standard, "HTTP-network-or-cache fetch": keepalive
 */
const maxKeptBytes = 16 * 1024

/** Waits before each new try of a read, milliseconds. */
const retryDelaysMs = [250, 1000, 3000] as const

/**
 * Creates the wire of a client.
 * @source portal §7 "Every request carries…", §8 "A response body with an error code under /api/rest/"; wire
 * facts
 */
export function createTransport(options: TransportOptions = {}): Transport {
  const fetch =
    options.fetch ?? ((...input: Parameters<typeof globalThis.fetch>) => globalThis.fetch(...input))
  const wire: Wire = {
    baseUrl: (options.baseUrl ?? '/api').replace(/\/$/, ''),
    fetch,
    clock: options.clock ?? systemClock,
    uploader: options.uploader,
    credentials: options.credentials ?? (() => ({ mode: 'cookie' })),
    always: () => ({ lang: options.language?.(), 'x-context': options.context ?? 'cartouche' }),
    checkAnswer: options.checkAnswer ?? (() => undefined),
    kept: { bytes: 0 },
  }
  const inFlight = createInFlight()
  const listeners = new Set<(failure: Failure, call: Call) => void>()

  const run = async (
    call: Call,
    parameters: Record<string, unknown>,
    given: CallOptions,
  ): Promise<unknown> => {
    const waits = call.startsSession || call.name === calls.signOut.name ? undefined : options.ready?.()
    if (waits) await waits
    const request = {
      ...buildRequest(call, parameters, wire.always()),
      ...(given.form ? { body: given.form } : {}),
    }
    const attempt = (signal?: AbortSignal): Promise<unknown> =>
      withRetry(wire, call, given.retry, signal, () => send(wire, call, request, { ...given, signal }))
    try {
      if (!isRead(call)) return await attempt(given.signal).finally(inFlight.forget)
      if (call.answersBytes) return await attempt(given.signal)
      const key = JSON.stringify([
        call.name,
        request.address,
        request.body,
        given.authorization,
        wire.credentials().accessToken,
      ])
      return await inFlight.join(key, attempt, given.signal)
    } catch (error) {
      const failure = toFailure(error)
      for (const listener of listeners) listener(failure, call)
      throw failure
    }
  }
  return {
    // The one place where the untyped wire becomes the typed answer of the call.
    call: <C extends Call>(call: C, parameters: CallParameters<C>, given: CallOptions = {}) =>
      run(call, parameters as Record<string, unknown>, given) as Promise<CallAnswer<C>>,
    urlOf: (call, parameters) => wire.baseUrl + addressOf(call, parameters as Record<string, unknown>),
    onFailure(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

interface Wire {
  readonly baseUrl: string
  readonly fetch: typeof globalThis.fetch
  readonly uploader: Uploader | undefined
  readonly clock: Clock
  readonly credentials: () => Credentials
  readonly always: () => Record<string, string | undefined>
  readonly checkAnswer: NonNullable<TransportOptions['checkAnswer']>
  /** Bodies that are sent to their end though the page is left. */
  readonly kept: { bytes: number }
}

function isRead(call: Call): boolean {
  return (call.as ?? call.method) === 'GET' || call.method === 'HEAD'
}

async function withRetry(
  wire: Wire,
  call: Call,
  allowed: CallOptions['retry'],
  signal: AbortSignal | undefined,
  attempt: () => Promise<unknown>,
): Promise<unknown> {
  for (let tries = 0; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      const failure = toFailure(error)
      const delayMs = retryDelaysMs[tries]
      if (allowed === false || !isRead(call) || !canRetry(failure) || delayMs === undefined) throw failure
      const isBusy = failure.code === 'server_busy'
      if (isBusy && allowed === 'unlessBusy') throw failure
      await wait(wire.clock, isBusy ? Number(failure.data['seconds'] ?? 1) * 1000 : delayMs, signal)
    }
  }
}

async function send(
  wire: Wire,
  call: Call,
  request: WireRequest,
  { signal, onUploadProgress, authorization }: CallOptions,
): Promise<unknown> {
  if (signal?.aborted) throw new ClientError('error.canceled')
  const { mode } = wire.credentials()
  const url = wire.baseUrl + request.address
  const headers = headersOf(wire.credentials(), call, request, authorization)
  const credentials = mode === 'cookie' ? 'include' : 'omit'
  // Whoever sends rejects where there is no answer; all that fails later is about one.
  const offline = (error: unknown): never => {
    throw toFailure(error, 'network')
  }
  // Without an uploader that reports progress, it is reported once, at the end.
  if (wire.uploader && request.body instanceof FormData) {
    const uploaded = await wire
      .uploader({
        url,
        method: request.method,
        headers,
        body: request.body,
        credentials,
        signal,
        onProgress: onUploadProgress,
      })
      .catch(offline)
    return readAnswer(wire, call, uploaded.status, uploaded.body)
  }
  const keptBytes = isRead(call) ? undefined : takeKeptBytes(wire, request)
  const response = await wire
    .fetch(url, {
      method: request.method,
      headers,
      credentials,
      body: request.body ?? null,
      signal: signal ?? null,
      keepalive: keptBytes !== undefined,
    })
    .finally(() => {
      wire.kept.bytes -= keptBytes ?? 0
    })
    .catch(offline)
  onUploadProgress?.(1, 1)
  if (call.answersBytes && response.ok) return response
  return readAnswer(wire, call, response.status, parseJson(await response.text().catch(offline)))
}

/**
 * What a change adds to the bodies that a browser sends on after the page was left; undefined where it would
 * be too much, or goes to another origin, which is asked first.
 */
function takeKeptBytes({ kept, baseUrl }: Wire, { body = '' }: WireRequest): number | undefined {
  // UTF-8 has at most three bytes for what a string counts as one.
  const bytes = typeof body === 'string' ? body.length * 3 : Infinity
  if (!/^\/(?!\/)/.test(baseUrl) || kept.bytes + bytes > maxKeptBytes) return undefined
  kept.bytes += bytes
  return bytes
}

function headersOf(
  credentials: Credentials,
  call: Call,
  request: WireRequest,
  authorization: string | undefined,
): Record<string, string> {
  const { 'content-type': type, ...others } = request.headers
  const { mode, csrfToken, accessToken } = credentials
  const changes = request.method !== 'GET' && request.method !== 'HEAD'
  return {
    // A service worker keeps what is asked for as JSON, and no stream.
    accept: call.answersBytes ? '*/*' : 'application/json',
    ...others,
    // The boundary of a multipart body is known to whoever writes it.
    ...(type && !(request.body instanceof FormData) ? { 'content-type': type } : {}),
    ...(mode === 'cookie' && changes && csrfToken ? { 'x-csrf-token': csrfToken } : {}),
    ...((authorization ?? accessToken) ? { authorization: authorization ?? `Bearer ${accessToken}` } : {}),
  }
}

function readAnswer(wire: Wire, call: Call, status: number, body: unknown): unknown {
  if (status >= 400 || status === 0) throw failureOf(call, status, body)
  const failed = hiddenError(call, body)
  if (failed) throw decodeError(failed, body)
  const reason = body === undefined ? 'no JSON' : wire.checkAnswer(call.name, body)
  if (reason !== undefined) throw new ClientError('answer_unexpected', { call: call.name, reason })
  return body
}

/** The failure of an answer; where it has no body (HEAD), the one that the call names for its status. */
function failureOf(call: Call, status: number, body: unknown): ApiError {
  const named = body === undefined ? call.errors?.[status] : undefined
  return named ? new ApiError(named, {}, undefined, { status, sub: 0 }) : decodeError(status, body)
}

/** The status of a failure that came as a success. @source portal §8; wire facts "Errors" */
function hiddenError(call: Call, body: unknown): number | undefined {
  if (!call.path.startsWith('/rest/') || typeof body !== 'object' || body === null) return undefined
  const error = (body as { error?: unknown }).error
  if (error === undefined || error === null) return undefined
  return Number.parseInt(typeof error === 'string' ? error : JSON.stringify(error), 10) || 500
}
