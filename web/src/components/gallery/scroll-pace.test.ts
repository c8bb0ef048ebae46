import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createScrollPace } from './scroll-pace.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a fling is fast until it has been slower for a moment', () => {
  const pace = createScrollPace()
  let calm = 0
  const stop = pace.onCalm(() => {
    calm += 1
  })
  pace.note(0, 0)
  pace.note(40, 16)
  expect(pace.isFast()).toBe(false)
  pace.note(400, 32)
  expect(pace.isFast()).toBe(true)
  vi.advanceTimersByTime(100)
  pace.note(900, 132)
  vi.advanceTimersByTime(100)
  expect([pace.isFast(), calm]).toEqual([true, 0])
  vi.advanceTimersByTime(100)
  expect([pace.isFast(), calm]).toEqual([false, 1])
  stop()
  pace.note(9000, 500)
  vi.runAllTimers()
  expect(calm).toBe(1)
})

test('a jump after a rest is fast, however long the rest', () => {
  const pace = createScrollPace()
  pace.note(0, 0)
  pace.note(20_000, 60_000)
  expect(pace.isFast()).toBe(true)
})

test('those who waited for calm are called a few at a time, first come first served, until it is fast again', () => {
  const pace = createScrollPace()
  const called: number[] = []
  for (let row = 0; row < 20; row++) pace.onCalm(() => called.push(row))
  const stop = pace.onCalm(() => called.push(-1))
  pace.note(20_000, 0)
  vi.advanceTimersByTime(120)
  expect(called).toEqual([0, 1, 2, 3, 4, 5])
  vi.advanceTimersByTime(8)
  expect(called).toHaveLength(12)
  pace.note(90_000, 200)
  vi.advanceTimersByTime(100)
  expect(called).toHaveLength(12)
  called.length = 0
  stop()
  vi.runAllTimers()
  expect(called).toEqual([...Array(20).keys()])
})
