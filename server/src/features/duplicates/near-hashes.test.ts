import { expect, test } from 'vitest'
import { createHashIndex } from './near-hashes.ts'

/** Words that depend on their number alone. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) | 0
    return state >>> 0
  }
}

function turnOver([even, odd]: readonly [number, number], signs: readonly number[]): [number, number] {
  return signs.reduce<[number, number]>(
    ([first, second], sign) =>
      sign < 32 ? [(first ^ (1 << sign)) >>> 0, second] : [first, (second ^ (1 << (sign - 32))) >>> 0],
    [even, odd],
  )
}

const hashes = (rows: readonly (readonly [number, number])[]) => ({
  ids: Float64Array.from(rows, (_row, at) => at + 1),
  words: Uint32Array.from(rows.flat()),
})

test('every hash that is up to seven signs apart is found, wherever they stand, and none that is further', () => {
  const random = randomOf(7)
  const own: [number, number] = [random(), random()]
  const rows = Array.from({ length: 2000 }, (_one, at): [number, number] => {
    const signs = new Set<number>()
    while (signs.size < at % 10) signs.add(random() % 64)
    return turnOver(own, [...signs])
  })
  const near = createHashIndex(hashes(rows))(...own)
  expect(near).toHaveLength(200)
  const few = rows.slice(0, 180)
  expect(
    createHashIndex(hashes(few))(...own)
      .map(({ id }) => id)
      .toSorted((a, b) => a - b),
  ).toEqual(few.flatMap((_row, at) => (at % 10 <= 7 ? [at + 1] : [])))
})

test('the mirror image is found as one: all of its second half is turned over', () => {
  const random = randomOf(11)
  const own: [number, number] = [random(), random()]
  const mirrored = turnOver([own[0], ~own[1] >>> 0], [3, 40, 50, 60])
  const strangers = Array.from({ length: 500 }, (): [number, number] => [random(), random()])
  expect(createHashIndex(hashes([...strangers, mirrored, own]))(...own)).toEqual([
    { id: 502, apart: 0, mirrored: false },
    { id: 501, apart: 4, mirrored: true },
  ])
})

test('an empty library has none', () => {
  expect(createHashIndex(hashes([]))(1, 2)).toEqual([])
})
