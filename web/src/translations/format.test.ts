import { createIntl } from 'react-intl'
import { expect, test } from 'vitest'
import { formatBytes, formatDuration } from './format.ts'

test('bytes take the unit that reads best', () => {
  const english = createIntl({ locale: 'en' })
  const french = createIntl({ locale: 'fr' })
  expect([0, 999, 1000, 1_250_000, 4_294_967_296].map((size) => formatBytes(english, size))).toEqual(['0 bytes', '999 bytes', '1 kB', '1.3 MB', '4.3 GB'])
  expect(formatBytes(french, 1_250_000).replaceAll(/\s/g, ' ')).toBe('1,3 Mo')
})

test('durations read as a clock', () => {
  expect([0, 7.2, 59.6, 750, 3723].map(formatDuration)).toEqual(['0:00', '0:07', '1:00', '12:30', '1:02:03'])
})
