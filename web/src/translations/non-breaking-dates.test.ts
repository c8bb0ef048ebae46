import { createIntl } from 'react-intl'
import { expect, test } from 'vitest'
import { formatDateOfName, withNonBreakingDates } from './non-breaking-dates.tsx'

const [english, french] = ['en-GB', 'fr-FR'].map((locale) =>
  withNonBreakingDates(createIntl({ locale, timeZone: 'UTC' })),
)
const at = '2026-11-30T15:08:00Z'

test('a date with its time does not break over lines', () => {
  const texts = [english, french].map((intl) =>
    intl?.formatDate(at, { dateStyle: 'medium', timeStyle: 'short' }),
  )
  expect(texts).toEqual(['30\u00A0Nov\u00A02026,\u00A015:08', '30\u00A0nov.\u00A02026,\u00A015:08'])
})

test('a date in a name that is stored has plain spaces', () => {
  expect(english && formatDateOfName(english, at, { dateStyle: 'medium' })).toBe('30 Nov 2026')
})
