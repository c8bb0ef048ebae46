import { expect, test } from 'vitest'
import { readInPortions } from './read-in-portions.ts'

test('all items are read and used once, in their order, with one portion read ahead', async () => {
  const items = Array.from({ length: 4_500 }, (_, at) => at)
  const log: string[] = []
  const used: number[] = []
  await readInPortions(
    items,
    async (portion) => {
      log.push(`read ${portion[0]}`)
      return portion.map((item) => item * 2)
    },
    (portion, read) => {
      log.push(`use ${portion[0]}`)
      expect(read).toEqual(portion.map((item) => item * 2))
      used.push(...portion)
    },
  )
  expect(used).toEqual(items)
  expect(log).toEqual(['read 0', 'read 2000', 'use 0', 'read 4000', 'use 2000', 'use 4000'])
  await readInPortions(
    [],
    () => Promise.reject(new Error('there is nothing to read')),
    () => {},
  )
})

test('an error ends it, and what was read ahead is let go', async () => {
  const items = Array.from({ length: 6_000 }, (_, at) => at)
  let reads = 0
  const failing = readInPortions(
    items,
    async () => {
      reads += 1
      if (reads === 2) throw new Error('the second')
    },
    () => {
      throw new Error('in use')
    },
  )
  await expect(failing).rejects.toThrow('in use')
  await expect(
    readInPortions(
      items,
      async (portion) => {
        if (portion[0] === 2000) throw new Error('the second')
      },
      () => {},
    ),
  ).rejects.toThrow('the second')
  expect(reads).toBe(2)
})
