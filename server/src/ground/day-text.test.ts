import { expect, test } from 'vitest'
import { dayText } from './day-text.ts'

test('a day is written in the order of its language, in UTC', () => {
  const instant = new Date('2026-12-01T23:59:59Z')
  expect(dayText('en', instant)).toBe('1 December 2026')
  expect(dayText('fr', instant)).toBe('1 décembre 2026')
})
