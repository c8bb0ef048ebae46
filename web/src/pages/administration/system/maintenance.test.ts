import { createIntl } from 'react-intl'
import { expect, test } from 'vitest'
import { en, fr } from '../../../translations/all-texts.ts'
import { failureText } from './maintenance.ts'

const english = createIntl({ locale: 'en', messages: en })
const french = createIntl({ locale: 'fr', messages: fr })

test('why a run failed is said in the reader’s language', () => {
  const message = 'The table entity does not come back as it was backed up'
  const failed = { message, error: { code: 'backup_table_damaged', message, data: { table: 'entity' } } }
  expect(failureText(english, failed)).toMatch(/^The table entity is not restored/)
  expect(failureText(french, failed)).toMatch(/^La table entity n’est pas restaurée/)
})

test('what the system alone says is quoted, and an error of a later server keeps its words', () => {
  const message = 'relation "x" does not exist'
  expect(failureText(french, { message, error: null })).toBe(`Le système indique : ${message}`)
  const later = { code: 'of_tomorrow', message: 'Words of tomorrow', data: {} }
  expect(failureText(french, { message: 'Words of tomorrow', error: later })).toBe('Words of tomorrow')
  expect(failureText(french, { message: null, error: null })).toBeNull()
})
