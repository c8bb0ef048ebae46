import { clientErrorTable, errorTable } from '@cartouche/client'
import { calls } from '@cartouche/contract'
import { expect, test } from 'vitest'
import administrationEn from './administration/en.json' with { type: 'json' }
import administrationFr from './administration/fr.json' with { type: 'json' }
import { en, fr } from './all-texts.ts'
import commonEn from './en.json' with { type: 'json' }

const placeholders = (text: string) =>
  [...text.matchAll(/(?<!=\d |one |other )\{(\w+)[,}]/g)]
    .map(([, name]) => name)
    .filter((name, index, all) => all.indexOf(name) === index)
    .toSorted((a, b) => (a ?? '').localeCompare(b ?? ''))

test('a text stands in one part', () => {
  expect(Object.keys(commonEn).filter((key) => key in administrationEn)).toEqual([])
  expect(Object.keys(administrationFr).toSorted()).toEqual(Object.keys(administrationEn).toSorted())
})

test('English and French have the same texts with the same placeholders', () => {
  expect(Object.keys(fr).toSorted()).toEqual(Object.keys(en).toSorted())
  for (const [key, text] of Object.entries(en)) {
    expect(placeholders((fr as Record<string, string>)[key] ?? ''), key).toEqual(placeholders(text))
  }
})

const messages = [
  ...Object.entries(errorTable).map(([code, { message }]) => [code, message] as const),
  ...Object.entries(clientErrorTable),
]

test('every error of both tables is translated by its code, with its data', () => {
  for (const [code, message] of messages) {
    for (const texts of [en, fr] as Record<string, string>[]) {
      expect(texts[`error.${code}`], code).toBeTruthy()
      expect(placeholders(texts[`error.${code}`] ?? ''), code).toEqual(placeholders(message))
    }
  }
})

test('no text holds a straight apostrophe, which ICU would take for a quote', () => {
  for (const [key, text] of [...Object.entries(en), ...Object.entries(fr)])
    expect(text.includes("'"), key).toBe(false)
})

test('every action that a role can grant has a name', () => {
  const actions = Object.values(calls).flatMap(({ access }) =>
    typeof access === 'string' && access.includes('/') ? [access.split('/')[1]] : [],
  )
  expect(actions).toContain('readComments')
  for (const action of actions)
    for (const texts of [en, fr] as Record<string, string>[])
      expect(texts[`roles.action.${action}`], action).toBeTruthy()
})
