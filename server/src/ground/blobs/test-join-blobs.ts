import { createHash, randomBytes } from 'node:crypto'
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough, pipeline, type Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { BlobStore, JoinedPart } from './blob-store.ts'
import type { OpenStore } from './test-blob-store.ts'

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** Parts of many sizes, some larger than any chunk, and what they are in all. */
export async function storeParts(
  blobs: BlobStore,
): Promise<{ parts: JoinedPart[]; whole: Buffer; sha256s: string[] }> {
  const heads = Array.from({ length: 60 }, (_, at) => randomBytes(at))
  const files = heads.map((_, at) => randomBytes(at % 20 === 7 ? 1_700_003 : at * 997 + 1))
  const stored = await Promise.all(files.map((bytes) => blobs.write(bytes)))
  const parts = stored.map(({ sha256, sizeBytes }, at) => ({
    head: heads[at] ?? Buffer.alloc(0),
    blob: { sha256, start: 0, endExclusive: sizeBytes, sizeBytes },
  }))
  return {
    parts,
    whole: Buffer.concat(heads.flatMap((head, at) => [head, files[at] ?? head])),
    sha256s: stored.map(({ sha256 }) => sha256),
  }
}

/** Serves a stream as Fastify does, and gives the answer. */
export async function serve(
  body: Readable,
  use: (answer: IncomingMessage) => Promise<void>,
  send: (body: Readable, response: ServerResponse) => void,
): Promise<void> {
  const server = createServer((_, response) => send(body, response))
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening)
  })
  try {
    const { port } = server.address() as AddressInfo
    await use(
      await new Promise((resolve, reject) => {
        get({ port, host: '127.0.0.1' }, resolve).on('error', reject)
      }),
    )
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

/** An answer that is cut where a blob is missing or damaged: whoever reads it knows that it is not whole. */
export async function expectBrokenOff(body: Readable, sha256: string | undefined): Promise<void> {
  const failed = new Promise((resolve) => {
    body.once('error', resolve)
  })
  await serve(
    body,
    async (answer) => {
      await expect(buffer(answer)).rejects.toMatchObject({ code: 'ECONNRESET' })
    },
    (source, response) => source.on('error', () => response.destroy()).pipe(response),
  )
  expect(await failed).toMatchObject({ name: 'BlobDamaged', sha256 })
}

let store: OpenStore
let blobs: BlobStore

/** How every blob store joins blobs, wherever it keeps them. */
export function testJoinBlobs(open: () => Promise<OpenStore>): void {
  beforeEach(async () => {
    store = await open()
    blobs = store.blobs
  })
  afterEach(() => store.close())

  testJoinedBytes()
  testJoinedEnds()
}

function testJoinedBytes(): void {
  test('parts are joined for any consumer', async () => {
    const { parts, whole } = await storeParts(blobs)
    expect(hashOf(await buffer(blobs.join(parts)))).toBe(hashOf(whole))
    expect(hashOf(await buffer(blobs.join(parts).pipe(new PassThrough())))).toBe(hashOf(whole))
  })

  test('the consumer keeps what it was given while more is read', async () => {
    const { parts, whole } = await storeParts(blobs)
    expect(Buffer.concat((await blobs.join(parts).toArray()) as Buffer[]).equals(whole)).toBe(true)
  })

  test.each<[string, (body: Readable, response: ServerResponse) => void]>([
    ['a pipe', (body, response) => body.pipe(response)],
    ['a pipeline', (body, response) => pipeline(body, response, () => {})],
  ])('an HTTP response gets the very bytes through %s, and the stream ends', async (_, send) => {
    const { parts, whole } = await storeParts(blobs)
    const body = blobs.join(parts)
    const ended = new Promise((resolve) => {
      body.once('end', resolve)
    })
    await serve(body, async (answer) => expect(hashOf(await buffer(answer))).toBe(hashOf(whole)), send)
    await ended
  })
}

function testJoinedEnds(): void {
  test('a slow client gets the very bytes', async () => {
    const { parts, whole } = await storeParts(blobs)
    await serve(
      blobs.join(parts),
      async (answer) => {
        const received = createHash('sha256')
        for await (const piece of answer) {
          received.update(piece as Buffer)
          if (Math.random() < 0.1)
            await new Promise((resolve) => {
              setTimeout(resolve, 3)
            })
        }
        expect(received.digest('hex')).toBe(hashOf(whole))
      },
      (body, response) => body.pipe(response),
    )
  })

  test('a client that leaves ends the stream', async () => {
    const { parts } = await storeParts(blobs)
    const body = blobs.join(parts)
    const closed = new Promise((resolve) => {
      body.once('close', resolve)
    })
    await serve(
      body,
      async (answer) => {
        answer.once('data', () => answer.destroy())
        await closed
      },
      (source, response) => {
        response.once('close', () => source.destroy())
        source.pipe(response)
      },
    )
    expect(body.destroyed).toBe(true)
  })

  test('a consumer that does not read stops the disk', async () => {
    let takenParts = 0
    const { sha256, sizeBytes } = await blobs.write(randomBytes(1_000_000))
    const body = blobs.join(
      (function* endless() {
        for (;;) {
          takenParts += 1
          yield { head: Buffer.alloc(0), blob: { sha256, start: 0, endExclusive: sizeBytes, sizeBytes } }
        }
      })(),
    )
    body.read(0)
    await new Promise((resolve) => {
      setTimeout(resolve, 50)
    })
    expect(takenParts).toBeGreaterThan(0)
    expect(takenParts).toBeLessThan(10)
    body.destroy()
  })

  test('a missing blob breaks the answer off', async () => {
    const { parts, sha256s } = await storeParts(blobs)
    await blobs.remove(sha256s[27] ?? '', 0)
    await expectBrokenOff(blobs.join(parts), sha256s[27])
  })
}
