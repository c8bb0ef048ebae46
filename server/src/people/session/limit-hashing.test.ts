import { expect, test } from 'vitest'
import { createLimit } from '../../ground/create-limit.ts'

/** Work that ends on request. */
function createWork() {
  let end = (): void => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  return { end, run: () => ended }
}

test('no more works run at once than may, in the order they came', async () => {
  const limit = createLimit(2, 10)
  const started: number[] = []
  const works = [0, 1, 2, 3].map(createWork)
  const done = works.map((work, index) =>
    limit(() => {
      started.push(index)
      return work.run()
    }),
  )
  await Promise.resolve()
  expect(started).toEqual([0, 1])
  works[1]?.end()
  await done[1]
  expect(started).toEqual([0, 1, 2])
  for (const work of works) work.end()
  await Promise.all(done)
  expect(started).toEqual([0, 1, 2, 3])
})

test('a work that fails gives its turn on', async () => {
  const limit = createLimit(1, 10)
  await expect(limit(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await limit(() => Promise.resolve('yes'))).toBe('yes')
})

test('when all places to wait are taken, the next is turned away', async () => {
  const limit = createLimit(1, 1)
  const work = createWork()
  const running = [limit(work.run), limit(work.run)]
  await expect(limit(work.run)).rejects.toMatchObject({ code: 'unavailable' })
  work.end()
  await Promise.all(running)
  expect(await limit(() => Promise.resolve('free again'))).toBe('free again')
})
