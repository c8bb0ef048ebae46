import { expect, test } from 'vitest'
import { fillDays } from './fill-days.ts'

const today = new Date('2026-03-02T10:00:00Z')

test('days without events are there with 0, over the change of a month, the earliest first', () => {
  const views = [
    { key: '2026-03-02', count: 5 },
    { key: '2026-02-28', count: 2 },
  ]
  expect(fillDays({ view: views, download: [] }, 4, today)).toEqual([
    { day: '2026-02-27', view: 0, download: 0 },
    { day: '2026-02-28', view: 2, download: 0 },
    { day: '2026-03-01', view: 0, download: 0 },
    { day: '2026-03-02', view: 5, download: 0 },
  ])
})

test('all time begins with the first day that has events, and is today alone where none has', () => {
  const view = [{ key: '2026-02-28', count: 2 }]
  const download = [{ key: '2026-03-01', count: 1 }]
  expect(fillDays({ view, download }, 0, today).map(({ day }) => day)).toEqual([
    '2026-02-28',
    '2026-03-01',
    '2026-03-02',
  ])
  expect(fillDays({ view: [], download: [] }, 0, today)).toEqual([
    { day: '2026-03-02', view: 0, download: 0 },
  ])
})

test('a day after today, of a server whose clock is ahead, is not left out', () => {
  expect(fillDays({ view: [{ key: '2026-03-03', count: 1 }] }, 2, today).map(({ day }) => day)).toEqual([
    '2026-03-01',
    '2026-03-02',
    '2026-03-03',
  ])
})
