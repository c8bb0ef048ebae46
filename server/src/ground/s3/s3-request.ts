import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import aws4 from 'aws4'
import { S3Error, s3Error } from './s3-error.ts'
import type { S3Place } from '../settings/blobs-place.ts'

/** One request to a bucket. */
export type S3Request = {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** The whole key with the place's prefix; absent: the bucket itself. */
  readonly key?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array
  /** SHA-256 of the body, in hexadecimal digits: the store refuses other bytes. */
  readonly bodySha256?: string
  readonly signal?: AbortSignal | undefined
}

/** Sends requests to one bucket. */
export type S3Sender = {
  /**
   * Sends a request until it is answered, at most `mostTries` times, and gives the answer with its body
   * unread: the caller reads or destroys it.
   * @throws S3Error; the signal's reason
   */
  readonly send: (request: S3Request) => Promise<IncomingMessage>
  /** An address by which anybody may read a key for some seconds. */
  readonly sign: (key: string, seconds: number, query: Readonly<Record<string, string>>) => string
  /** Ends the connections that are kept. */
  readonly close: () => void
}

const mostTries = 6
const firstWaitMs = 100
/** No byte for so long is a broken connection. */
export const idleMs = 20_000
/** @source Amazon S3 API: requests whose time is 15 minutes off are refused */
const mostSkewMs = 60_000
const emptySha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/** Refusals that another try can mend: wrong bytes on the way among them, as all bodies are at hand. */
const passing = new Set([
  'InternalError',
  'SlowDown',
  'ServiceUnavailable',
  'RequestTimeout',
  'RequestTimeTooSkewed',
  'OperationAborted',
  'XAmzContentSHA256Mismatch',
  'BadDigest',
])

/**
 * Speaks to a bucket over connections that are kept. All requests of a blob store can be repeated, so each is
 * tried again, later and later, when the store is overloaded or the connection breaks. A clock that is wrong
 * here is corrected by the store's.
 * @source decision 0191
 */
export function createS3Sender(place: S3Place): S3Sender {
  const url = bucketUrl(place)
  const isTls = url.protocol === 'https:'
  const agent = new (isTls ? HttpsAgent : HttpAgent)({ keepAlive: true, maxFreeSockets: 64 })
  let clockOffsetMs = 0

  const sendOnce = (request: S3Request): Promise<IncomingMessage> => {
    const { hostname, port } = url
    const { method, path, headers } = signed(place, url, request, Date.now() + clockOffsetMs)
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    const sent = (isTls ? httpsRequest : httpRequest)(
      { agent, hostname: hostname.replace(/^\[|\]$/g, ''), port, method, path, headers },
      resolve,
    )
    const abort = (): unknown => sent.destroy(request.signal?.reason as Error)
    request.signal?.addEventListener('abort', abort, { once: true })
    sent.setTimeout(idleMs, () => sent.destroy(new Error(`nothing came for ${idleMs / 1000} s`)))
    sent.on('error', reject)
    sent.once('close', () => request.signal?.removeEventListener('abort', abort))
    sent.end(request.body)
    return promise
  }

  const answerOf = async (request: S3Request): Promise<IncomingMessage> => {
    const answer = await sendOnce(request)
    // Whoever reads slowly is no broken connection.
    answer.socket.setTimeout(0)
    const { statusCode: status = 0, headers } = answer
    if (status >= 200 && status < 300) return answer
    const error = s3Error(`${request.method} ${request.key ?? 'of the bucket'}`, status, await text(answer))
    // An answer to a HEAD has no code: the clock of the store says it.
    const aheadMs = (Date.parse(headers.date ?? '') || Date.now()) - Date.now() - clockOffsetMs
    if (status === 403 && Math.abs(aheadMs) > mostSkewMs) {
      clockOffsetMs += aheadMs
      throw new S3Error('RequestTimeTooSkewed', status, error.message)
    }
    throw error
  }

  const send = async (request: S3Request): Promise<IncomingMessage> => {
    for (let tries = 1; ; tries += 1) {
      request.signal?.throwIfAborted()
      try {
        return await answerOf(request)
      } catch (error) {
        request.signal?.throwIfAborted()
        if (tries === mostTries || !mayPass(error)) throw asS3Error(request, error)
      }
      await waitBefore(tries, request.signal)
    }
  }

  return {
    send,
    sign: (key, seconds, query) => {
      const asked = { method: 'GET', key, query: { ...query, 'X-Amz-Expires': String(seconds) } } as const
      return new URL(signed(place, url, asked, Date.now() + clockOffsetMs, true).path, url).href
    },
    close: () => agent.destroy(),
  }
}

/**
 * Waits before another try: twice as long each time, and not as long as others who failed at the same moment.
 */
export async function waitBefore(tries: number, signal?: AbortSignal): Promise<void> {
  await sleep(firstWaitMs * 2 ** (tries - 1) * (0.5 + Math.random()), undefined, signal && { signal })
}

function mayPass(error: unknown): boolean {
  if (!(error instanceof S3Error)) return true
  return error.status >= 500 || error.status === 429 || passing.has(error.code)
}

function asS3Error(request: S3Request, error: unknown): S3Error {
  if (error instanceof S3Error) return error
  const { code = '', message } = error as NodeJS.ErrnoException
  return new S3Error(
    'Unreachable',
    0,
    `The S3 store did not answer ${request.method} ${request.key ?? 'of the bucket'}: ${message || code}. Check AWS_ENDPOINT_URL_S3 and the connection.`,
    { cause: error },
  )
}

type Signed = {
  readonly method: string
  readonly path: string
  readonly headers: Record<string, string | number>
}

function signed(
  place: S3Place,
  url: URL,
  { method, key, query = {}, headers = {}, body, bodySha256 = emptySha256 }: S3Request,
  now: number,
  inQuery = false,
): Signed {
  const dated = new Date(now).toISOString().replace(/[:-]|\.\d{3}/g, '')
  const parameters = new URLSearchParams({ ...query, ...(inQuery && { 'X-Amz-Date': dated }) }).toString()
  const base = key === undefined ? url.pathname.replace(/(.)\/$/, '$1') : url.pathname + key
  const result = aws4.sign(
    {
      service: 's3',
      region: place.region,
      host: url.host,
      method,
      // A space is a plus there, which a signature does not know.
      path: `${base}${parameters === '' ? '' : `?${parameters.replaceAll('+', '%20')}`}`,
      signQuery: inQuery,
      headers: inQuery
        ? { Host: url.host }
        : {
            ...headers,
            Host: url.host,
            'X-Amz-Date': dated,
            'X-Amz-Content-Sha256': bodySha256,
            ...(body && { 'Content-Length': body.length }),
          },
    },
    place,
  )
  return { method, path: result.path ?? '', headers: result.headers as Record<string, string | number> }
}

/**
 * The address of a place's bucket: in the path where an endpoint was given, as every other store has it; in
 * the host at Amazon, where new buckets have no other.
 */
function bucketUrl({ endpoint, bucket, region }: S3Place): URL {
  return new URL(
    endpoint === undefined
      ? `https://${bucket}.s3.${region}.amazonaws.com/`
      : `${endpoint.replace(/\/+$/, '')}/${bucket}/`,
  )
}
