import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { parseByteRange, type ByteRange } from './byte-range.ts'
import type { ByteSource } from './byte-source.ts'
import { contentDisposition } from './content-disposition.ts'
import { checkPreconditions, ifRangeHolds } from './preconditions.ts'

/** What a request says that bears on an answer of bytes. */
export type ByteRequest = { readonly method: string; readonly headers: IncomingHttpHeaders }

/** An answer ready to be sent; header names in lower case. Without `body` the answer has none. */
export type ByteAnswer = {
  readonly status: 200 | 206 | 302 | 304 | 403 | 404 | 412 | 416 | 429
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Readable
}

/**
 * Answers a request with the bytes of a source: whole, one range, 304, 412 or 416. Ranges and preconditions
 * count for GET, preconditions for HEAD too; any other method gets the whole. Bytes that are elsewhere too
 * are answered with 302, and the range is left to that place. The caller must neither
 * compress nor alter the body.
 * @source RFC 9110 §13, §14, §15.3.7, §15.4.5, §15.5.17
 */
export function answerBytes(source: ByteSource, request: ByteRequest): ByteAnswer {
  const answer = decideAnswer(source, request)
  // An address for GET serves no HEAD.
  if (source.directUrl && answer.range !== undefined && request.method === 'GET') {
    source.close?.()
    return { status: 302, headers: redirectHeaders(source.directUrl()) }
  }
  if (answer.range === undefined) {
    source.close?.()
    return { status: answer.status, headers: answer.headers }
  }
  const body = source.open(answer.range.start, answer.range.endExclusive)
  if (source.close) body.once('close', source.close)
  return { status: answer.status, headers: answer.headers, body }
}

/** An address that is valid for a moment is neither cached nor sent as a referrer. */
function redirectHeaders(location: string): Record<string, string> {
  return { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'content-length': '0' }
}

type Decision = Pick<ByteAnswer, 'status' | 'headers'> & { readonly range?: ByteRange }

function decideAnswer(source: ByteSource, { method, headers }: ByteRequest): Decision {
  const all = { start: 0, endExclusive: source.sizeBytes }
  if (source.status !== undefined)
    return {
      status: source.status,
      headers: { ...contentHeaders(source, all), 'cache-control': 'no-store' },
      ...(method === 'HEAD' ? {} : { range: all }),
    }
  const readsOnly = method === 'GET' || method === 'HEAD'
  const precondition = readsOnly ? checkPreconditions(headers, source) : 'proceed'
  if (precondition === 'not_modified') return { status: 304, headers: validatorHeaders(source) }
  if (precondition === 'failed') return { status: 412, headers: { 'content-length': '0' } }
  // RFC 9110 §14.2: "A server MUST ignore a Range header field received with a request method that is
  // unrecognized or for which range handling is not defined. For this specification, GET is the only method".
  const asked =
    method === 'GET' && ifRangeHolds(headers['if-range'] as string | undefined, source.etag)
      ? parseByteRange(headers.range, source.sizeBytes)
      : 'whole'
  if (asked === 'unsatisfiable')
    return { status: 416, headers: { 'content-range': `bytes */${source.sizeBytes}`, 'content-length': '0' } }
  if (method === 'HEAD') return { status: 200, headers: contentHeaders(source, all) }
  if (asked === 'whole') return { status: 200, headers: contentHeaders(source, all), range: all }
  const contentRange = `bytes ${asked.start}-${asked.endExclusive - 1}/${source.sizeBytes}`
  return {
    status: 206,
    headers: { ...contentHeaders(source, asked), 'content-range': contentRange },
    range: asked,
  }
}

/**
 * What a 304 carries too: a browser takes the headers of a 304 for those of what it kept, so the policy of a
 * page must be among them.
 */
function validatorHeaders(source: ByteSource): Record<string, string> {
  const policy = source.contentSecurityPolicy ?? (runsScripts(source.mediaType) ? markupPolicy : undefined)
  return {
    etag: source.etag,
    'cache-control': source.cacheControl,
    ...(source.lastModifiedAt && { 'last-modified': source.lastModifiedAt.toUTCString() }),
    ...(policy !== undefined && { 'content-security-policy': policy }),
    ...(source.forOtherSites && { 'cross-origin-resource-policy': 'cross-origin' }),
  }
}

function contentHeaders(source: ByteSource, { start, endExclusive }: ByteRange): Record<string, string> {
  return {
    ...validatorHeaders(source),
    'accept-ranges': 'bytes',
    'content-type': source.mediaType,
    'content-length': String(endExclusive - start),
    'x-content-type-options': 'nosniff',
    ...((source.fileName ?? source.disposition) !== undefined && {
      'content-disposition': contentDisposition(
        source.disposition ?? 'inline',
        source.fileName ?? 'download',
      ),
    }),
  }
}

/** An uploaded page or drawing opened at its own address must not act as its reader. */
const markupPolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:"

function runsScripts(mediaType: string): boolean {
  return /^(?:text\/html|[^;]*[/+]xml|multipart\/)/i.test(mediaType)
}
