import { expect, test } from 'vitest'
import { createRevisionCache } from './revision-cache.ts'

const cacheOf = (maxWeight: number) =>
  createRevisionCache<string>({ maxWeight, weightOf: (text) => text.length })

test('what is known is good for its revision alone', () => {
  const cache = cacheOf(100)
  cache.set(1, 7, 'seven')
  expect([cache.get(1, 7), cache.get(1, 8), cache.get(2, 7)]).toEqual(['seven', undefined, undefined])
  cache.set(1, 8, 'eight')
  expect([cache.get(1, 7), cache.get(1, 8)]).toEqual([undefined, 'eight'])
})

test('what was asked for of late stays; the rest goes, and nothing weighs more than set', () => {
  const cache = cacheOf(20)
  cache.set(0, 1, 'used')
  for (let id = 1; id < 50; id += 1) {
    cache.set(id, 1, 'xx')
    expect(cache.get(0, 1)).toBe('used')
  }
  const kept = Array.from({ length: 50 }, (_, id) => cache.get(id, 1)?.length ?? 0)
  expect(kept.reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(20)
  expect(kept[49]).toBe(2)
  expect(kept[1]).toBe(0)
})

test('what is known of an older revision does not come back from the older generation', () => {
  const cache = cacheOf(14)
  for (const [id, text] of [
    [1, 'old'],
    [2, 'xxxx'],
    [3, 'yyy'],
  ] as const)
    cache.set(id, 1, text)
  expect(cache.get(2, 2)).toBeUndefined()
  cache.set(1, 2, 'new')
  expect([cache.get(1, 1), cache.get(1, 2), cache.get(2, 1)]).toEqual([undefined, 'new', 'xxxx'])
})

test('what alone is too heavy is not kept, and drives nothing out', () => {
  const cache = cacheOf(10)
  cache.set(1, 1, 'xxxxx')
  cache.set(2, 1, 'x'.repeat(6))
  expect([cache.get(1, 1), cache.get(2, 1)]).toEqual(['xxxxx', undefined])
})
