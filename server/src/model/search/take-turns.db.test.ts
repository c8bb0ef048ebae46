import { expect, test } from 'vitest'
import { createSearchTurns } from './take-turns.ts'

const inTurn = createSearchTurns()

/** Searches that end on request. */
function searches(reader: string) {
  const open: (() => void)[] = []
  return {
    open,
    start: () =>
      inTurn(
        reader,
        () =>
          new Promise<void>((resolve) => {
            open.push(resolve)
          }),
      ),
  }
}
const settle = () =>
  new Promise((resolve) => {
    setImmediate(resolve)
  })

test('a reader has four searches at a time, the others wait, and another reader is not kept', async () => {
  const [greedy, modest] = [searches('user 1'), searches('user 2')]
  const running = Array.from({ length: 10 }, () => greedy.start())
  const other = modest.start()
  await settle()
  expect([greedy.open.length, modest.open.length]).toEqual([4, 1])
  for (let ended = 0; ended < 10; ended++) {
    greedy.open[ended]?.()
    await settle()
    expect(greedy.open.length).toBe(Math.min(10, 5 + ended))
  }
  modest.open[0]?.()
  await Promise.all([...running, other])
})

test('a search that fails ends its turn, and who sends hundreds is refused beyond those that wait', async () => {
  await expect(inTurn('user 3', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  const many = searches('user 3')
  const results = Promise.allSettled(Array.from({ length: 250 }, () => many.start()))
  await settle()
  for (let ended = 0; ended < many.open.length; ended++) {
    many.open[ended]?.()
    await settle()
  }
  const failed = (await results).filter((result) => result.status === 'rejected')
  expect(failed).toHaveLength(250 - 204)
  expect(failed[0]?.reason).toMatchObject({ code: 'searches_waiting', status: 429 })
})
