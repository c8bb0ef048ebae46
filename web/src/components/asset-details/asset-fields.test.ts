import type { SchemaSnapshot } from '@cartouche/client'
import { createIntl } from 'react-intl'
import { expect, test } from 'vitest'
import { en } from '../../translations/all-texts.ts'
import { fieldForLanguage, fieldsInLanguages, groupFields, nameLanguages } from './asset-fields.ts'

const header = (taborder: number, i18nFor: string | null = null) => ({
  name: '',
  type: 'text',
  taborder,
  i18nFor,
  group: { id: 1 },
  cud: { update: true },
})
const schema = {
  fields: {
    description: header(2),
    description_fr: header(4, 'description'),
    name: header(1),
    name_fr: header(3, 'name'),
    name_de: header(9, 'name'),
    city: header(5),
  },
} as unknown as SchemaSnapshot

test('each translated field is followed by its variants; what has none is no matter of languages', () => {
  expect(fieldsInLanguages(schema).map(({ name }) => name)).toEqual([
    'name',
    'name_fr',
    'name_de',
    'description',
    'description_fr',
  ])
})

test('a field says its language where its variants stand beside it', () => {
  const intl = createIntl({ locale: 'en', messages: en })
  const fields = fieldsInLanguages(schema).map((field) => ({
    ...field,
    header: { ...field.header, name: field.name },
  }))
  const namesOf = (some: typeof fields): string[] =>
    nameLanguages(intl, some).map(({ header: { name } }) => name)
  expect(namesOf(fields.slice(0, 2))).toEqual(['name in English', 'name_fr'])
  expect(namesOf(fields.slice(0, 1))).toEqual(['name'])
})

test('a reader writes in their own language where it has a variant', () => {
  expect(fieldForLanguage(schema, 'name', 'fr-CA')).toBe('name_fr')
  expect(fieldForLanguage(schema, 'description', 'de')).toBe('description')
  expect(fieldForLanguage(schema, 'name', 'en')).toBe('name')
  expect(fieldForLanguage(schema, 'city', 'fr')).toBe('city')
})

test('variants are no fields of their own in the groups', () => {
  expect(groupFields(schema).flatMap(({ fields }) => fields.map(({ name }) => name))).toEqual([
    'description',
    'city',
  ])
})
