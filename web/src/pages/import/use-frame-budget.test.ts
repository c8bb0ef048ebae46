import { afterEach, expect, test, vi } from 'vitest'
import { createFrameBudget } from './use-frame-budget.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('six rows are drawn in a frame, the others in the next ones, and none that is gone again', () => {
  const frames: (() => void)[] = []
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame))
  const nextFrame = (): void => frames.splice(0).forEach((frame) => frame())
  const budget = createFrameBudget()
  const drawn: number[] = []
  const givenBack = Array.from({ length: 15 }, (_, row) =>
    budget.take() ? void drawn.push(row) : budget.wait(() => drawn.push(row)),
  )
  expect(drawn).toHaveLength(6)
  givenBack[10]?.()
  nextFrame()
  expect(drawn).toHaveLength(12)
  // Rows that wait go before those that come now.
  expect(budget.take()).toBe(false)
  nextFrame()
  expect(drawn).toHaveLength(14)
  expect(drawn).not.toContain(10)
  nextFrame()
  expect(budget.take()).toBe(true)
})
