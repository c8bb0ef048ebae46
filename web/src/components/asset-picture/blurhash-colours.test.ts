import { encode } from 'blurhash'
import { expect, test } from 'vitest'
import { averageColour } from './blurhash-colours.ts'

test('the average colour of a plain picture is its colour', () => {
  const plain = new Uint8ClampedArray(Array.from({ length: 8 * 8 }, () => [32, 128, 200, 255]).flat())
  expect(averageColour(encode(plain, 8, 8, 4, 3))).toBe('#2080c8')
  expect(averageColour(encode(new Uint8ClampedArray(8 * 8 * 4), 8, 8, 4, 3))).toBe('#000000')
})

test('a broken hash has none', () => {
  for (const hash of [null, undefined, '', 'LEH', 'L"ääää6nj0t6', 'L~~~~~nj0t6'])
    expect(averageColour(hash)).toBeUndefined()
})
