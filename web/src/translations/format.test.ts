import { createIntl } from 'react-intl'
import { expect, test } from 'vitest'
import { en, fr } from './all-texts.ts'
import { formatAgo, formatBytes, formatDuration, formatLimit, ratioText } from './format.ts'

test('bytes take the unit that reads best', () => {
  const english = createIntl({ locale: 'en' })
  const french = createIntl({ locale: 'fr' })
  expect(
    [0, 999, 1000, 1_250_000, 4_294_967_296].map((size) =>
      formatBytes(english, size).replaceAll('\u00A0', ' '),
    ),
  ).toEqual(['0 bytes', '999 bytes', '1 kB', '1.3 MB', '4.3 GB'])
  expect(formatBytes(french, 1_250_000).replaceAll(/\s/g, ' ')).toBe('1,3 Mo')
})

test('a limit is in whole units, never above what it is', () => {
  const english = createIntl({ locale: 'en' })
  const limits = [10_240 * 1024 ** 2, 999_999_999, 5_000_000_000].map((size) => formatLimit(english, size))
  expect(limits.map((text) => text.replaceAll('\u00A0', ' '))).toEqual(['10 GB', '999 MB', '5 GB'])
})

test('ratios are as small as they can be, or to one', () => {
  const english = createIntl({ locale: 'en' })
  const shown = ['16:9', '21:9', '1080:1350', '1200:627', '1200:630', '627:1200'].map((ratio) =>
    ratioText(english, ratio),
  )
  expect(shown).toEqual(['16:9', '21:9', '4:5', '1.91:1', '1.9:1', '0.52:1'])
  expect(ratioText(createIntl({ locale: 'fr' }), '1200:627')).toBe('1,91:1')
})

test('durations read as a clock', () => {
  expect([0, 7.2, 59.6, 750, 3723].map(formatDuration)).toEqual(['0:00', '0:07', '1:00', '12:30', '1:02:03'])
})

test('what was a while ago says how long', () => {
  const now = Date.parse('2026-11-20T12:00:00Z')
  const [english, french] = [
    createIntl({ locale: 'en', messages: en, timeZone: 'UTC' }),
    createIntl({ locale: 'fr', messages: fr, timeZone: 'UTC' }),
  ]
  const ago = (instant: string, intl = english): string => formatAgo(intl, instant, now)
  expect([
    ago('2026-11-20T11:59:50Z'),
    ago('2026-11-20T11:55:00Z'),
    ago('2026-11-20T09:00:00Z'),
    ago('2026-11-19T11:00:00Z'),
    ago('2026-11-01T12:00:00Z'),
  ]).toEqual(['just now', '5 minutes ago', '3 hours ago', 'yesterday', 'Nov 1, 2026'])
  expect(
    [
      ago('2026-11-20T12:00:00Z', french),
      ago('2026-11-20T11:55:00Z', french),
      ago('2026-11-19T11:00:00Z', french),
    ].map((text) => text.replaceAll(/\s/g, ' ')),
  ).toEqual(['à l’instant', 'il y a 5 minutes', 'hier'])
})
