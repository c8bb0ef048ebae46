import { createHash, randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { BlobStore } from '../blobs/blob-store.ts'
import { inPieces } from '../blobs/test-blob-store.ts'
import { createTestBucket, skipReason, testStoreUrl, type TestBucket } from './test-bucket.ts'
import { startFaultProxy, type Fault, type FaultProxy, type SeenRequest } from './test-fault-proxy.ts'

const small = randomBytes(100_000)
const large = randomBytes(20_000_003)
const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** The first `count` requests of some kind meet a fault. */
function first(
  count: number,
  isMeant: (request: SeenRequest) => boolean,
  fault: Fault,
): (request: SeenRequest) => Fault | undefined {
  let left = count
  return (request) => (isMeant(request) && left-- > 0 ? fault : undefined)
}

const isGet = ({ method, path }: SeenRequest): boolean => method === 'GET' && !path.includes('?')
const isPut = ({ method }: SeenRequest): boolean => method === 'PUT'
const isPart = ({ path }: SeenRequest): boolean => path.includes('partNumber=')
const isCompletion = ({ method, path }: SeenRequest): boolean =>
  method === 'POST' && path.includes('uploadId=')

describe.skipIf(testStoreUrl === '')(`an S3 store that fails (${skipReason})`, () => {
  let bucket: TestBucket
  let proxy: FaultProxy
  let blobs: BlobStore
  beforeEach(async () => {
    bucket = await createTestBucket()
    proxy = await startFaultProxy(new URL(testStoreUrl).origin)
    blobs = await bucket.open({ endpoint: proxy.url })
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    proxy.close()
    await bucket.close()
  })

  const read = (bytes: Buffer): Promise<Buffer> =>
    buffer(blobs.open(hashOf(bytes), { sizeBytes: bytes.length }))

  describe('writes', () => {
    test.each<[string, Buffer, (request: SeenRequest) => boolean, Fault]>([
      ['an overloaded store', small, isPut, { kind: 'status', status: 503, code: 'SlowDown' }],
      ['an error of the store', small, isPut, { kind: 'status', status: 500, code: 'InternalError' }],
      ['a lost connection', small, isPut, { kind: 'lost' }],
      ['a lost answer', small, isPut, { kind: 'unanswered' }],
      ['wrong bytes on the way', small, isPut, { kind: 'wrong request' }],
      ['an overloaded store, in parts', large, isPart, { kind: 'status', status: 503, code: 'SlowDown' }],
      ['a lost part', large, isPart, { kind: 'lost' }],
      ['wrong bytes in a part', large, isPart, { kind: 'wrong request' }],
      ['a lost answer to the last step', large, isCompletion, { kind: 'unanswered' }],
    ])('%s is tried again', async (_, bytes, isMeant, fault) => {
      proxy.fault = first(2, isMeant, fault)
      const stored = await blobs.write(inPieces(bytes))
      expect(stored).toMatchObject({ sha256: hashOf(bytes), isNew: true })
      proxy.fault = () => undefined
      expect((await read(bytes)).equals(bytes)).toBe(true)
      expect(await bucket.names()).toEqual([hashOf(bytes)])
    })

    test.each<[string, Buffer]>([
      ['a short', small],
      ['a long', large],
    ])('%s write that stays without room leaves nothing, and says so', async (_, bytes) => {
      proxy.fault = first(99, isPut, { kind: 'status', status: 403, code: 'QuotaExceeded' })
      await expect(blobs.write(inPieces(bytes))).rejects.toMatchObject({ code: 'storage_full' })
      expect(await bucket.names()).toEqual([])
    })

    test('bytes that stay wrong are no blob', async () => {
      proxy.fault = first(99, isPut, { kind: 'wrong request' })
      await expect(blobs.write(small)).rejects.toMatchObject({ name: 'S3Error' })
      expect(await bucket.names()).toEqual([])
    })

    test('a store that stays away is reported as such', async () => {
      proxy.fault = () => ({ kind: 'lost' })
      await expect(blobs.write(small)).rejects.toThrow(/did not answer .*AWS_ENDPOINT_URL_S3/)
    })

    test('a refusal is not tried again', async () => {
      proxy.fault = first(99, isPut, { kind: 'status', status: 403, code: 'AccessDenied' })
      await expect(blobs.write(small)).rejects.toThrow(/403 AccessDenied/)
      expect(proxy.seen.filter(isPut)).toHaveLength(1)
    })

    test('bytes that a removal takes while they are written are there afterwards', async () => {
      await blobs.write(small)
      await sleep(3100)
      // The collector has looked, and its deletion is on its way.
      const isDeletion = ({ method, path }: { readonly method: string; readonly path: string }): boolean =>
        method === 'DELETE' && !path.includes('removing')
      proxy.fault = first(1, isDeletion, { kind: 'late', ms: 500 })
      const removing = blobs.remove(hashOf(small), 2000)
      await vi.waitFor(() => expect(proxy.seen.some(isDeletion)).toBe(true), { timeout: 10_000, interval: 5 })
      expect(await blobs.write(small)).toMatchObject({ isNew: false })
      expect(await removing).toBe(true)
      expect((await read(small)).equals(small)).toBe(true)
      expect(await bucket.names()).toEqual([hashOf(small)])
    })
  })

  test('a clock that is wrong here is corrected by the store’s', async () => {
    const now = Date.now
    vi.spyOn(Date, 'now').mockImplementation(() => now() + 3_600_000)
    await blobs.write(small)
    expect((await read(small)).equals(small)).toBe(true)
  })

  describe('reads', () => {
    beforeEach(async () => {
      await blobs.write(small)
      await blobs.write(large)
      proxy.seen.length = 0
    })

    test.each<[string, Fault]>([
      ['an overloaded store', { kind: 'status', status: 503, code: 'SlowDown' }],
      ['a lost connection', { kind: 'lost' }],
      ['a slow store', { kind: 'late', ms: 300 }],
      ['a connection that breaks in the middle', { kind: 'cut', afterBytes: 70_000 }],
    ])('%s is tried again', async (_, fault) => {
      for (const bytes of [small, large]) {
        proxy.fault = first(2, isGet, fault)
        expect((await read(bytes)).equals(bytes)).toBe(true)
        proxy.fault = first(2, isGet, fault)
        const part = blobs.open(hashOf(bytes), { start: 5, endExclusive: 90_000, sizeBytes: bytes.length })
        expect((await buffer(part)).equals(bytes.subarray(5, 90_000))).toBe(true)
      }
    })

    test.each<[string, Fault]>([
      ['an overloaded store', { kind: 'status', status: 503, code: 'SlowDown' }],
      ['a connection that breaks in the middle', { kind: 'cut', afterBytes: 70_000 }],
      ['wrong bytes in a small blob', { kind: 'wrong answer' }],
    ])('%s: an archive goes on', async (_, fault) => {
      const joined = [small, large].map((bytes) => ({
        head: Buffer.from('head'),
        blob: { sha256: hashOf(bytes), start: 0, endExclusive: bytes.length, sizeBytes: bytes.length },
      }))
      proxy.fault = first(1, isGet, fault)
      const whole = Buffer.concat([Buffer.from('head'), small, Buffer.from('head'), large])
      expect((await buffer(blobs.join(joined))).equals(whole)).toBe(true)
    })

    test('wrong bytes are noticed before the last of them is given', async () => {
      proxy.fault = first(1, isGet, { kind: 'wrong answer' })
      let given = 0
      const stream = blobs.open(hashOf(large), { sizeBytes: large.length })
      stream.on('data', (piece: Buffer) => (given += piece.length))
      await expect(
        new Promise((resolve, reject) => stream.once('end', resolve).once('error', reject)),
      ).rejects.toThrow('holds other bytes than were stored')
      expect(given).toBeLessThan(large.length)
    })

    test('a read that brings nothing more is given up', async () => {
      proxy.fault = first(99, isGet, { kind: 'cut', afterBytes: 0 })
      await expect(read(small)).rejects.toThrow(/broke off 6 times/)
    }, 60_000)

    test('whoever leaves ends the request at the store', async () => {
      const stream = blobs.open(hashOf(large), { sizeBytes: large.length })
      stream.once('data', () => stream.destroy())
      await new Promise((resolve) => {
        stream.once('close', resolve)
      })
      await vi.waitFor(() => expect(proxy.underWay()).toBe(0), 10_000)
      proxy.fault = first(1, isGet, { kind: 'late', ms: 5000 })
      const waiting = blobs.open(hashOf(small), { sizeBytes: small.length })
      waiting.resume()
      await vi.waitFor(() => expect(proxy.underWay()).toBe(1), 10_000)
      waiting.destroy()
      await vi.waitFor(() => expect(proxy.underWay()).toBe(0), 10_000)
    })

    test('an archive asks for the next small blobs before they are due', async () => {
      const many = await Promise.all(Array.from({ length: 40 }, () => blobs.write(randomBytes(1000))))
      let most = 0
      proxy.fault = (request) => {
        most = Math.max(most, proxy.underWay())
        return isGet(request) ? { kind: 'late', ms: 50 } : undefined
      }
      const joined = many.map(({ sha256, sizeBytes }) => ({
        head: Buffer.alloc(0),
        blob: { sha256, start: 0, endExclusive: sizeBytes, sizeBytes },
      }))
      expect(await buffer(blobs.join(joined))).toHaveLength(40_000)
      expect(most).toBeGreaterThan(8)
    })
  })
})
