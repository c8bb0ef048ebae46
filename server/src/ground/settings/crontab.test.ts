import { expect, test } from 'vitest'
import { readCrontab } from './crontab.ts'

const after = (text: string, time: string): string | undefined =>
  readCrontab(text).nextAfter(new Date(time))?.toISOString()

test('the next time is the first that the line names, in UTC', () => {
  expect(after('30 3 * * *', '2026-11-26T03:29:59Z')).toBe('2026-11-26T03:30:00.000Z')
  expect(after('30 3 * * *', '2026-11-26T03:30:00Z')).toBe('2026-11-27T03:30:00.000Z')
  expect(after('0 5 * * 0', '2026-11-26T12:00:00Z')).toBe('2026-11-29T05:00:00.000Z')
  expect(after('*/15 8-9 * * *', '2026-11-26T09:50:00Z')).toBe('2026-11-27T08:00:00.000Z')
  expect(after('0 0 1 1 *', '2026-11-26T12:00:00Z')).toBe('2027-01-01T00:00:00.000Z')
  expect(after('0 0 31 2 *', '2026-11-26T12:00:00Z')).toBeUndefined()
})

test('what is no crontab is refused', () => {
  for (const text of ['', 'daily', '30 3 * *', '99 3 * * *', '30 3 * * * *', '30 3 * * mon'])
    expect(() => readCrontab(text), text).toThrow()
})
