import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { chunkBytes, returnSlot, takeSlot } from './chunk-slots.ts'
import { createFolderBlobs } from './folder-blobs.ts'

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** The hash of all, read slowly; of the first bytes only where the client leaves early. */
async function take(answer: IncomingMessage, leaves: boolean): Promise<string> {
  const received = createHash('sha256')
  for await (const piece of answer) {
    if (leaves) break
    received.update(piece as Buffer)
    if (Math.random() < 0.05)
      await new Promise((resolve) => {
        setTimeout(resolve, 2)
      })
  }
  return received.digest('hex')
}

test('streams share their memory, and none gets the bytes of another, also when clients leave', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'slots-'))
  const blobs = await createFolderBlobs(folder)
  const files = Array.from({ length: 6 }, (_, at) => randomBytes(1_500_000 + at * 300_001))
  const stored = await Promise.all(files.map((bytes) => blobs.write(bytes)))
  const server = createServer((request, response) => {
    const [, at = '', way] = request.url?.split('/') ?? []
    const { sha256 = '', sizeBytes = 0 } = stored[Number(at)] ?? {}
    const body =
      way === 'plain'
        ? blobs.open(sha256)
        : blobs.join([
            { head: Buffer.alloc(0), blob: { sha256, start: 0, endExclusive: sizeBytes, sizeBytes } },
          ])
    response.once('close', () => body.destroy())
    body.pipe(response)
  })
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening)
  })
  const { port } = server.address() as AddressInfo
  await Promise.all(
    Array.from({ length: 90 }, async (_, turn) => {
      const at = turn % files.length
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        get({ port, host: '127.0.0.1', path: `/${at}/${turn % 2 ? 'plain' : 'join'}` }, resolve).on(
          'error',
          reject,
        )
      })
      const leaves = turn % 5 === 0
      const hash = await take(answer, leaves)
      if (!leaves) expect(hash).toBe(hashOf(files[at] ?? Buffer.alloc(0)))
    }),
  )
  server.closeAllConnections()
  server.close()
  await rm(folder, { recursive: true, force: true })
})

test('a slot that was given back is the next one taken', () => {
  const slot = takeSlot()
  returnSlot(slot)
  expect(takeSlot()).toBe(slot)
})

test('what many slow readers hold is bounded: beyond 128 MiB chunks are an eighth of that size', () => {
  const held = Array.from({ length: 1000 }, () => takeSlot())
  const full = held.filter(({ length }) => length === chunkBytes)
  expect(full.length).toBeLessThanOrEqual(256)
  const bytes = held.reduce((sum, { length }) => sum + length, 0)
  expect(bytes).toBeLessThan((128 + 62.5) * 1024 * 1024)
  for (const slot of held) returnSlot(slot)
  expect(takeSlot()).toHaveLength(chunkBytes)
})
