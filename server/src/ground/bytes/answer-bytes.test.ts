import fc from 'fast-check'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { answerBytes, type ByteAnswer, type ByteRequest } from './answer-bytes.ts'
import { byteSourceOf, type ByteSource } from './byte-source.ts'

const bytes = Buffer.from(Array.from({ length: 1000 }, (_, at) => at % 251))
const changedAt = new Date('2026-03-01T10:00:00.700Z')
const source: ByteSource = {
  ...byteSourceOf(bytes, {
    mediaType: 'image/jpeg',
    fileName: 'a.jpg',
    cacheControl: 'private, no-cache',
    lastModifiedAt: changedAt,
  }),
  etag: '"tag"',
}
const ask = (headers: ByteRequest['headers'] = {}, method = 'GET'): ByteAnswer =>
  answerBytes(source, { method, headers })
const bodyOf = async (answer: ByteAnswer): Promise<Buffer> =>
  answer.body ? buffer(answer.body) : Buffer.alloc(0)

test('a plain GET answers the whole with its validators, type, name and length', async () => {
  const answer = ask()
  expect(answer.status).toBe(200)
  expect(answer.headers).toEqual({
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    'content-disposition': 'inline; filename="a.jpg"',
    'content-length': '1000',
    'content-type': 'image/jpeg',
    etag: '"tag"',
    'last-modified': 'Sun, 01 Mar 2026 10:00:00 GMT',
    'x-content-type-options': 'nosniff',
  })
  expect(await bodyOf(answer)).toEqual(bytes)
})

test('bytes that are elsewhere too are answered by that address, which is asked for once it is needed', () => {
  const directUrl = vi.fn<() => string>(() => 'https://store.example.org/blob?signature')
  const close = vi.fn<() => void>()
  const direct = { ...source, directUrl, close }
  for (const headers of [{}, { range: 'bytes=5-9' }]) {
    const answer = answerBytes(direct, { method: 'GET', headers })
    expect(answer).toEqual({
      status: 302,
      headers: {
        location: 'https://store.example.org/blob?signature',
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'content-length': '0',
      },
    })
  }
  expect([directUrl.mock.calls.length, close.mock.calls.length]).toEqual([2, 2])
  expect(answerBytes(direct, { method: 'HEAD', headers: {} }).status).toBe(200)
  expect(answerBytes(direct, { method: 'GET', headers: { 'if-none-match': '"tag"' } }).status).toBe(304)
  expect(answerBytes(direct, { method: 'GET', headers: { range: 'bytes=5000-' } }).status).toBe(416)
  expect(directUrl).toHaveBeenCalledTimes(2)
})

test('HEAD answers the headers of the whole, even where it asks a range', async () => {
  const answer = ask({ range: 'bytes=5-9' }, 'HEAD')
  expect(answer).toEqual({ status: 200, headers: ask().headers })
})

test('the parts that ranges answer, put together, are the whole', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.integer({ min: 1, max: 999 }), { maxLength: 6 }), async (cuts) => {
      const edges = [0, ...cuts.toSorted((a, b) => a - b), 1000]
      const parts = await Promise.all(
        edges.slice(1).map(async (end, at) => {
          const answer = ask({ range: `bytes=${edges[at]}-${end - 1}`, 'if-range': '"tag"' })
          expect(answer.status).toBe(206)
          expect(answer.headers['content-range']).toBe(`bytes ${edges[at]}-${end - 1}/1000`)
          expect(answer.headers['content-length']).toBe(String(end - (edges[at] ?? 0)))
          return bodyOf(answer)
        }),
      )
      expect(Buffer.concat(parts)).toEqual(bytes)
    }),
  )
})

test('a range outside answers 416 and says the size', () => {
  expect(ask({ range: 'bytes=1000-' })).toEqual({
    status: 416,
    headers: { 'content-range': 'bytes */1000', 'content-length': '0' },
  })
})

test.each(['"other"', 'W/"tag"', changedAt.toUTCString(), 'tag'])(
  'If-Range %s does not hold: the whole is answered',
  (ifRange) => {
    expect(ask({ range: 'bytes=5-9', 'if-range': ifRange })).toMatchObject({
      status: 200,
      headers: { 'content-length': '1000' },
    })
  },
)

test.each<[string, ByteRequest['headers'], number]>([
  ['the tag', { 'if-none-match': '"tag"' }, 304],
  ['a weak form of the tag', { 'if-none-match': 'W/"tag"' }, 304],
  ['a list with the tag', { 'if-none-match': '"a,b", "tag"' }, 304],
  ['anything', { 'if-none-match': '*' }, 304],
  ['another tag', { 'if-none-match': '"other"' }, 200],
  [
    'another tag and a date that holds',
    { 'if-none-match': '"other"', 'if-modified-since': changedAt.toUTCString() },
    200,
  ],
  ['the date', { 'if-modified-since': changedAt.toUTCString() }, 304],
  ['an earlier date', { 'if-modified-since': new Date(changedAt.getTime() - 1000).toUTCString() }, 200],
  ['a date that is none', { 'if-modified-since': 'yesterday' }, 200],
  ['the tag and a range', { 'if-none-match': '"tag"', range: 'bytes=1-2' }, 304],
  ['If-Match with the tag', { 'if-match': '"tag"' }, 200],
  ['If-Match with a weak form', { 'if-match': 'W/"tag"' }, 412],
  ['If-Match with another', { 'if-match': '"other"', 'if-none-match': '"tag"' }, 412],
  ['If-Unmodified-Since earlier', { 'if-unmodified-since': new Date(0).toUTCString() }, 412],
])('%s is answered as the standard says', (_, headers, status) => {
  expect(ask(headers).status).toBe(status)
})

test('304 repeats the validators and has no body', () => {
  const answer = ask({ 'if-none-match': '"tag"' })
  expect(answer).toEqual({
    status: 304,
    headers: {
      etag: '"tag"',
      'cache-control': 'private, no-cache',
      'last-modified': 'Sun, 01 Mar 2026 10:00:00 GMT',
    },
  })
})

test('POST gets the whole, whatever it asks', () => {
  expect(ask({ range: 'bytes=1-2', 'if-none-match': '"tag"' }, 'POST').status).toBe(200)
})

test.each([
  ['text/html; charset=utf-8', true],
  ['image/svg+xml', true],
  ['application/xml', true],
  ['application/pdf', false],
  ['image/jpeg', false],
])('%s is sandboxed: %s', (mediaType, sandboxed) => {
  const { headers } = answerBytes({ ...source, mediaType }, { method: 'GET', headers: {} })
  expect(headers['content-security-policy']?.startsWith('sandbox') ?? false).toBe(sandboxed)
})

test('a page of our own brings its own policy', () => {
  const { headers } = answerBytes(
    { ...source, mediaType: 'text/html', contentSecurityPolicy: "default-src 'self'" },
    { method: 'GET', headers: {} },
  )
  expect(headers['content-security-policy']).toBe("default-src 'self'")
})

test('the policy comes with a 304 too, where a browser would take another for it', () => {
  const { status, headers } = answerBytes(
    { ...source, mediaType: 'text/html', contentSecurityPolicy: "default-src 'self'" },
    { method: 'GET', headers: { 'if-none-match': '"tag"' } },
  )
  expect([status, headers['content-security-policy']]).toEqual([304, "default-src 'self'"])
})

test('the source is closed once: at once without a body, else when the body has ended or was left', async () => {
  const close = vi.fn<() => void>()
  const open = (): Readable => Readable.from([bytes])
  answerBytes({ ...source, open, close }, { method: 'HEAD', headers: {} })
  expect(close).toHaveBeenCalledTimes(1)
  const answer = answerBytes({ ...source, open, close }, { method: 'GET', headers: {} })
  expect(close).toHaveBeenCalledTimes(1)
  answer.body?.destroy()
  await new Promise(setImmediate)
  expect(close).toHaveBeenCalledTimes(2)
})
