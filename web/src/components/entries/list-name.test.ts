import { createIntl } from 'react-intl'
import { expect, test } from 'vitest'
import { en, fr } from '../../translations/all-texts.ts'
import { listName } from './list-name.ts'

const english = createIntl({ locale: 'en', messages: en })
const french = createIntl({ locale: 'fr', messages: fr })

test('lists of the resources that every library has are named in the plural', () => {
  expect([
    listName(english, 'assetkeyword', 'Keyword'),
    listName(french, 'assetkeyword', 'Mot-clé'),
    listName(french, 'role', 'Rôle'),
  ]).toEqual(['Keywords', 'Mots-clés', 'Rôles'])
})

test('what an administrator named keeps that name', () => {
  expect([
    listName(english, 'assetkeyword', 'Subject'),
    listName(french, 'shelf', 'Rayon'),
    listName(english, 'shelf', 'Shelves'),
  ]).toEqual(['Subject', 'Rayon', 'Shelves'])
})
