import type { Asset } from '@cartouche/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createWallLayout } from './wall-layout.ts'

const size = { width: 900, rowHeight: 180, gap: 8 }
const assets = fc.array(
  fc.record({
    id: fc.nat(),
    width: fc.integer({ min: 1, max: 4000 }),
    height: fc.integer({ min: 1, max: 4000 }),
  }),
  { maxLength: 80 },
) as fc.Arbitrary<Asset[]>

test('whatever was there before, the wall stands as if it were new', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(assets, fc.nat(), fc.constantFrom(size, { ...size, width: 500 })), { maxLength: 6 }),
      (lists) => {
        const layOut = createWallLayout()
        let before: Asset[] = []
        for (const [list, keep, given] of lists) {
          before = [...before.slice(0, keep % (before.length + 1)), ...list]
          expect(layOut(before, given)).toEqual(createWallLayout()(before, given))
        }
      },
    ),
  )
})

test('a page that is added leaves all rows but the last as they are', () => {
  const list = Array.from({ length: 90 }, (_, id) => ({ id, width: 4, height: 3 })) as unknown as Asset[]
  const layOut = createWallLayout()
  const before = layOut(list.slice(0, 50), size)
  const after = layOut(list, size)
  expect(before.slice(0, -1).every((row, at) => row === after[at])).toBe(true)
  expect(layOut(list, { ...size, width: 0 })).toEqual([])
})
