import { createIntl } from 'react-intl'
import { expect, test } from 'vitest'
import { en, fr } from '../../translations/all-texts.ts'
import { problemText } from './problem-text.ts'

const english = createIntl({ locale: 'en-GB', messages: en })
const french = createIntl({ locale: 'fr-FR', messages: fr })

test('a problem is described in detail in every language, and by its code where there are no details', () => {
  const lie = {
    code: 'name_lies',
    message: 'Extension says HEIC, file is Word document.',
    data: {
      namedType: 'image/heic',
      foundType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    },
  }
  expect(problemText(english, lie)).toBe(lie.message)
  expect(problemText(french, lie)).toBe('L’extension indique HEIC ; contenu réel : document Word.')
  expect(problemText(french, { ...lie, data: undefined })).toBe(
    'L’extension ne correspond pas au contenu du fichier.',
  )
  const tiny = { code: 'tiny', message: 'small', data: { width: 1200, height: 3 } }
  expect(problemText(french, tiny).replaceAll(/\s/g, ' ')).toContain('1200 × 3 pixels')
  expect(problemText(french, { code: 'empty', message: 'empty', data: { any: 1 } })).toBe(
    'Le fichier est vide (0 octet).',
  )
  expect(problemText(french, { code: 'of_a_later_server', message: 'Said in English' })).toBe(
    'Said in English',
  )
  const textOf = (code: string, data: Readonly<Record<string, string | number>>): string =>
    problemText(french, { code, message: 'in English', data }).replaceAll(/\s/g, ' ')
  const cut = { texts: 1, tags: 'Description', longKeywords: 1, keywords: 231, maxKeywords: 200 }
  expect(textOf('metadata_cut', cut)).toBe(
    'Métadonnées intégrées tronquées : Description ; un mot-clé ; seuls les 200 premiers des 231 mots-clés sont gardés.',
  )
  expect(textOf('metadata_cut', { ...cut, texts: 0, keywords: 0 })).toBe(
    'Métadonnées intégrées tronquées ; un mot-clé.',
  )
  const large = { about: 'preview', width: 40_000, height: 30_000, maxMegapixels: 268.4 }
  expect(textOf('too_many_pixels', large)).toContain(
    '40000 × 30000 pixels, la limite est de 268,4 mégapixels',
  )
  expect(textOf('too_many_pixels', { ...large, about: 'turning' })).toContain('redressée')
  expect(textOf('timeout', { seconds: 20 })).toContain('20 secondes')
  expect(textOf('too_large', { maxBytes: 50_000_000 })).toContain('50 Mo')
  expect(textOf('unsupported', { about: 'silent' })).toContain('muet')
})
