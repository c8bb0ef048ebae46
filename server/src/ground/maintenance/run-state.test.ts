import { expect, test } from 'vitest'
import { readCrontab } from '../settings/crontab.ts'
import { standingOf } from './run-state.ts'
import type { Run } from './runs.sql.ts'

const day = (date: number, time = '03:30'): Date => new Date(`2026-11-${date}T${time}:00Z`)
const nightly = readCrontab('30 3 * * *')
const run = (beganAt: Date, outcome: Run['outcome']): Run => ({
  kind: 'backup',
  beganAt,
  endedAt: outcome === null ? null : beganAt,
  outcome,
  place: '/backup',
  backup: null,
  figures: {},
  message: null,
  error: null,
  faults: [],
})
const stand = (runs: Run[], now: Date, since = day(10)): ReturnType<typeof standingOf> =>
  standingOf(
    'backup',
    runs,
    runs.find(({ outcome }) => outcome === 'done'),
    { at: nightly, since },
    now,
  )

test('the last run that ended says how it stands; one that was stopped says nothing', () => {
  const good = run(day(20), 'done')
  expect(stand([good], day(20, '12:00'))).toMatchObject({
    state: 'good',
    nextAt: day(21),
    lastGoodAt: day(20),
  })
  expect(stand([run(day(21), 'failed'), good], day(21, '12:00')).state).toBe('failed')
  expect(stand([run(day(21), 'faults'), good], day(21, '12:00')).state).toBe('faults')
  expect(stand([run(day(21), 'stopped'), good], day(21, '12:00')).state).toBe('good')
})

test('it is overdue once two times have passed since the last good one began, or since they are due', () => {
  const good = run(day(20), 'done')
  expect(stand([good], day(22, '03:30')).isOverdue).toBe(false)
  expect(stand([good], day(22, '03:31'))).toMatchObject({ state: 'overdue', isOverdue: true })
  const failed = run(day(22), 'failed')
  expect(stand([failed, good], day(22, '12:00'))).toMatchObject({ state: 'failed', isOverdue: true })
  expect(stand([], day(11, '12:00'))).toMatchObject({ state: 'none', isOverdue: false })
  expect(stand([], day(12, '12:00'))).toMatchObject({ state: 'overdue', isOverdue: true })
})

test('one that is under way is not overdue, unless it never ends', () => {
  const good = run(day(20), 'done')
  const long = run(day(21), null)
  expect(stand([long, good], day(22, '12:00'))).toMatchObject({ state: 'good', running: long })
  expect(stand([long, good], day(24, '12:00')).state).toBe('overdue')
})

test('without a schedule nothing is overdue', () => {
  const { state, isOverdue, nextAt } = standingOf('backup', [], undefined, {
    at: undefined,
    since: undefined,
  })
  expect({ state, isOverdue, nextAt }).toEqual({ state: 'none', isOverdue: false, nextAt: undefined })
})
