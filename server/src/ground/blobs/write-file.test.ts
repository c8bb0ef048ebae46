import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chunkBytes, mostLentChunks, takeSlot } from './chunk-slots.ts'
import { digestSlots } from './digest-slots.ts'
import { digestFile, writeFile } from './write-file.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cartouche-write-'))
})
afterAll(() => rm(folder, { recursive: true }))

let files = 0
const newPath = (): string => join(folder, `${files++}`)

const sumsOf = (bytes: Uint8Array): object => ({
  sha256: createHash('sha256').update(bytes).digest('hex'),
  crc32: crc32(bytes),
  sizeBytes: bytes.length,
})

/** As a network gives them: pieces of many sizes, which fit into no slot evenly. */
function* piecesOf(bytes: Uint8Array, pieceBytes: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
}

test.each([0, 1, chunkBytes - 1, chunkBytes, chunkBytes + 1, 4 * chunkBytes, 7 * chunkBytes + 12_345])(
  'a file of %i bytes is written as it came, and has its digest, read again too',
  async (sizeBytes) => {
    const bytes = randomBytes(sizeBytes)
    for (const pieceBytes of [65_536, 10_007, 2 * chunkBytes + 1]) {
      const path = newPath()
      expect(await writeFile(path, Readable.from(piecesOf(bytes, pieceBytes)))).toEqual(sumsOf(bytes))
      expect((await readFile(path)).equals(bytes)).toBe(true)
      expect(await digestFile(path)).toEqual(sumsOf(bytes))
    }
  },
)

test('twenty files at once each have their own digest', async () => {
  const all = Array.from({ length: 20 }, (_one, index) => randomBytes((index + 1) * 200_000))
  const written = all.map((bytes) => writeFile(newPath(), Readable.from(piecesOf(bytes, 30_011))))
  expect(await Promise.all(written)).toEqual(all.map(sumsOf))
})

test('what cannot be written fails with the reason, and the digests beside it go on', async () => {
  const bytes = randomBytes(5 * chunkBytes)
  const beside = writeFile(newPath(), Readable.from(piecesOf(bytes, 65_536)))
  async function* slots() {
    for (const piece of piecesOf(bytes, chunkBytes)) {
      const slot = takeSlot()
      slot.set(piece)
      yield { slot, usedBytes: piece.length }
    }
    yield { slot: takeSlot(), usedBytes: 0 }
  }
  const failing = digestSlots(slots(), async (_bytes, at) => {
    if (at === 2 * chunkBytes) throw new Error('no room')
  })
  await expect(failing).rejects.toThrow('no room')
  expect(await beside).toEqual(sumsOf(bytes))
  expect(await digestSlots(slots())).toEqual(sumsOf(bytes))
})

test('while nothing can be written, no more than two slots are taken', async () => {
  let taken = 0
  async function* slots() {
    for (; taken < 10; taken++) yield { slot: takeSlot(), usedBytes: chunkBytes }
    yield { slot: takeSlot(), usedBytes: 0 }
  }
  const disk = Promise.withResolvers<void>()
  const digest = digestSlots(slots(), () => disk.promise)
  for (let turn = 0; turn < 100; turn++) await setImmediate()
  expect(taken).toBe(mostLentChunks - 1)
  disk.resolve()
  await digest
  expect(taken).toBe(10)
})

test('a source that breaks, one that is too large and one that nobody wants are distinguished', async () => {
  const bytes = randomBytes(3 * chunkBytes)
  const breaking = Readable.from(
    (function* () {
      yield* piecesOf(bytes, 65_536)
      throw new Error('the line is cut')
    })(),
  )
  await expect(writeFile(newPath(), breaking)).rejects.toThrow('the line is cut')
  const source = (): Readable => Readable.from(piecesOf(bytes, 65_536))
  await expect(writeFile(newPath(), source(), { maxSizeBytes: 2 * chunkBytes })).rejects.toMatchObject({
    code: 'upload_too_large',
  })
  const signal = AbortSignal.abort(new Error('not wanted'))
  await expect(writeFile(newPath(), source(), { signal })).rejects.toThrow()
})
