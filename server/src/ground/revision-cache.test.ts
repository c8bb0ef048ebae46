import { expect, test } from 'vitest'
import { createRevisionCache } from './revision-cache.ts'

const memoryOf = (maxWeight: number) =>
  createRevisionCache<string>({ maxWeight, weightOf: (text) => text.length })

test('what is known is good for its revision alone', () => {
  const memory = memoryOf(100)
  memory.set(1, 7, 'seven')
  expect([memory.get(1, 7), memory.get(1, 8), memory.get(2, 7)]).toEqual(['seven', undefined, undefined])
  memory.set(1, 8, 'eight')
  expect([memory.get(1, 7), memory.get(1, 8)]).toEqual([undefined, 'eight'])
})

test('what was asked for of late stays; the rest goes, and nothing weighs more than told', () => {
  const memory = memoryOf(20)
  memory.set(0, 1, 'used')
  for (let id = 1; id < 50; id += 1) {
    memory.set(id, 1, 'xx')
    expect(memory.get(0, 1)).toBe('used')
  }
  const kept = Array.from({ length: 50 }, (_, id) => memory.get(id, 1)?.length ?? 0)
  expect(kept.reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(20)
  expect(kept[49]).toBe(2)
  expect(kept[1]).toBe(0)
})

test('what is known of an older revision does not come back from the older generation', () => {
  const memory = memoryOf(14)
  for (const [id, text] of [
    [1, 'old'],
    [2, 'xxxx'],
    [3, 'yyy'],
  ] as const)
    memory.set(id, 1, text)
  expect(memory.get(2, 2)).toBeUndefined()
  memory.set(1, 2, 'new')
  expect([memory.get(1, 1), memory.get(1, 2), memory.get(2, 1)]).toEqual([undefined, 'new', 'xxxx'])
})

test('what alone is too heavy is not kept, and drives nothing out', () => {
  const memory = memoryOf(10)
  memory.set(1, 1, 'xxxxx')
  memory.set(2, 1, 'x'.repeat(6))
  expect([memory.get(1, 1), memory.get(2, 1)]).toEqual(['xxxxx', undefined])
})
