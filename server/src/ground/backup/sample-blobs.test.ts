import { expect, test } from 'vitest'
import type { HeldBlob } from '../blobs/blob-store.ts'
import { sampleBlobs } from './sample-blobs.ts'

async function* blobs(count: number, sizeBytes = 1): AsyncGenerator<HeldBlob> {
  for (let number = 0; number < count; number++) yield { sha256: `${number}`, sizeBytes }
}

test('as many as are asked for, each once, from all of them', async () => {
  expect((await sampleBlobs(blobs(3), { files: 5, bytes: 100 })).size).toBe(3)
  const seen = new Set<string>()
  for (let round = 0; round < 200; round++) {
    const sample = await sampleBlobs(blobs(20), { files: 5, bytes: 100 })
    expect(sample.size).toBe(5)
    for (const name of sample.keys()) seen.add(name)
  }
  expect(seen.size).toBe(20)
})

test('no more bytes than are asked for, but one file at least', async () => {
  expect((await sampleBlobs(blobs(20, 30), { files: 10, bytes: 100 })).size).toBe(3)
  expect((await sampleBlobs(blobs(20, 300), { files: 10, bytes: 100 })).size).toBe(1)
})
