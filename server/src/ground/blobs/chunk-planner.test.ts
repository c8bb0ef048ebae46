import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createChunkPlanner } from './chunk-planner.ts'

const blobBytes = Uint8Array.from({ length: 5000 }, (_, at) => at % 253)
const parts = fc.array(
  fc.record({
    head: fc.uint8Array({ maxLength: 40 }),
    blob: fc.option(
      fc
        .tuple(fc.nat(4900), fc.integer({ min: 1, max: 100 }))
        .map(([start, lengthBytes]) => ({
          sha256: 'a',
          start,
          endExclusive: start + lengthBytes,
          sizeBytes: 5000,
        })),
      { nil: undefined },
    ),
  }),
  { maxLength: 30 },
)

test('the chunks, their stretches filled, are the parts one after the other', () => {
  fc.assert(
    fc.property(parts, fc.integer({ min: 1, max: 300 }), (list, chunkBytes) => {
      const planNext = createChunkPlanner(list.map(({ head, blob }) => (blob ? { head, blob } : { head })))
      const joined: number[] = []
      for (;;) {
        const target = new Uint8Array(chunkBytes)
        const { usedBytes, fills } = planNext(target)
        for (const { at, start, endExclusive } of fills)
          target.set(blobBytes.subarray(start, endExclusive), at)
        joined.push(...target.subarray(0, usedBytes))
        if (usedBytes < chunkBytes) break
      }
      expect(joined).toEqual(
        list.flatMap(({ head, blob }) => [
          ...head,
          ...(blob ? blobBytes.subarray(blob.start, blob.endExclusive) : []),
        ]),
      )
    }),
  )
})
