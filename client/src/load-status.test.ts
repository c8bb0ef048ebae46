import { expect, test } from 'vitest'
import { isInProgress, loadStatuses, reached } from './load-status.ts'

test('P3.31 D3.02 statuses stand in the order of the specification', () => {
  expect(loadStatuses.join(' ')).toBe(
    'unknown registering registered resolving resolved initial invalid loaded fetching next error not_found downloaded',
  )
})

test('P3.31 the statuses in progress', () => {
  expect(loadStatuses.filter(isInProgress)).toEqual([
    'registering',
    'resolving',
    'initial',
    'fetching',
    'next',
  ])
})

test('D3.02 a status has reached those before it; a failure has reached nothing but itself', () => {
  expect(reached('fetching', 'loaded')).toBe(true)
  expect(reached('resolving', 'resolved')).toBe(false)
  expect(reached('downloaded', 'loaded')).toBe(true)
  for (const failed of ['error', 'not_found'] as const) {
    expect(loadStatuses.filter((status) => reached(failed, status))).toEqual([failed])
    expect(loadStatuses.filter((status) => reached(status, failed))).toEqual([failed])
  }
})
