import { createIntl } from 'react-intl'
import { expect, test } from 'vitest'
import en from '../../translations/en.json' with { type: 'json' }
import fr from '../../translations/fr.json' with { type: 'json' }
import { problemText } from './problem-text.ts'

const english = createIntl({ locale: 'en-GB', messages: en })
const french = createIntl({ locale: 'fr-FR', messages: fr })

test('a problem is told in detail in every language, and by its code where there are no details', () => {
  const lie = {
    code: 'name_lies',
    message: 'Extension says HEIC, file is Word document.',
    data: {
      namedType: 'image/heic',
      foundType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    },
  }
  expect(problemText(english, lie)).toBe(lie.message)
  expect(problemText(french, lie)).toBe('L’extension indique HEIC, mais le contenu est : Document Word.')
  expect(problemText(french, { ...lie, data: undefined })).toBe(
    'L’extension ne correspond pas au contenu du fichier.',
  )
  const tiny = { code: 'tiny', message: 'small', data: { width: 1200, height: 3 } }
  expect(problemText(french, tiny).replaceAll(/\s/g, ' ')).toContain('1 200 × 3 pixels')
  expect(problemText(french, { code: 'empty', message: 'empty', data: { any: 1 } })).toBe(
    'Le fichier est vide (0 octet).',
  )
  expect(problemText(french, { code: 'of_a_later_server', message: 'Said in English' })).toBe(
    'Said in English',
  )
})
