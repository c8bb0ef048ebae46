import { createIntl } from 'react-intl'
import { expect, test } from 'vitest'
import { en, fr } from '../translations/all-texts.ts'
import { keepPartsInOrder, nameText, partOfName } from './part-names.ts'

const english = createIntl({ locale: 'en', messages: en })
const french = createIntl({ locale: 'fr', messages: fr })

test('a part is named in the reader’s language, whichever it was asked for in', () => {
  const shown = (intl: typeof english, name: string): string => nameText(intl, name, partOfName(name))
  for (const name of ['Sea 2 of 3', 'Sea 2 sur 3'])
    expect([shown(english, name), shown(french, name)]).toEqual(['Sea · part 2 of 3', 'Sea · partie 2 sur 3'])
})

test('a name that says no part stays as it is', () => {
  for (const name of ['Sea', 'Sea 4 of 3', 'Sea 0 of 3', '1 of 2', 'Sea 1 of 1', 'Sea 1 of 3.zip'])
    expect(nameText(french, name, partOfName(name))).toBe(name)
})

test('the parts of one download stand together, the first before the others', () => {
  const names = ['Sky', 'Sea 3 of 3', 'Sea 1 of 3', 'Land', 'Sea 2 of 3', 'Sea 2 of 3', 'Sea 1 of 3', 'Sea']
  expect(keepPartsInOrder(names.map((name) => ({ name }))).map(({ name }) => name)).toEqual([
    'Sky',
    'Sea 1 of 3',
    'Sea 2 of 3',
    'Sea 3 of 3',
    'Land',
    'Sea 1 of 3',
    'Sea 2 of 3',
    'Sea',
  ])
})
