import { expect, test } from 'vitest'
import { localeOf } from './languages.ts'

test('dates are written as in the region of the browser', () => {
  const day = (...preferred: string[]): string =>
    new Intl.DateTimeFormat(localeOf('en', preferred), { dateStyle: 'medium', timeZone: 'UTC' }).format(
      new Date('2026-11-26'),
    )
  expect(day('en-US')).toBe('Nov 26, 2026')
  expect(day('en-GB')).toBe('26 Nov 2026')
  expect(day('de-DE', 'en-US')).toBe('Nov 26, 2026')
  expect(day('de-DE', 'en')).toBe('26 Nov 2026')
  expect(day()).toBe('Nov 26, 2026')
})

test('a locale that the browser makes up is no failure', () => {
  expect(localeOf('en', ['en-US@posix'])).toBe('en-US')
  expect(localeOf('fr', ['C', 'x'])).toBe('fr')
  expect(localeOf('fr', ['zh-Hant-TW'])).toBe('fr-TW')
  expect(new Intl.DateTimeFormat('fr-TW').resolvedOptions().locale).toBe('fr')
})
