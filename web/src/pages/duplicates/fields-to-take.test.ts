import type { Asset, FieldHeader } from '@cartouche/client'
import { expect, test } from 'vitest'
import { fieldsToTake } from './fields-to-take.ts'

const field = (name: string, more: Partial<FieldHeader> = {}): FieldHeader =>
  ({ name, type: 'text', taborder: 1, i18nFor: null, cud: { update: true }, ...more }) as FieldHeader
const fields = {
  name: field('Name'),
  description: field('Description', { taborder: 2 }),
  description_fr: field('Description', { i18nFor: 'description' }),
  keywords: field('Keywords', { type: 'array', taborder: 0 }),
  width: field('Width', { cud: { update: false } as FieldHeader['cud'] }),
  binary: field('File', { type: 'binary' }),
}
const asset = (values: object): Asset => ({ name: 'An asset', ...values }) as Asset

test('what is empty in the one that stays is taken from the first that has it, with its languages', () => {
  const others = [
    asset({
      description: '',
      keywords: [
        { id: 1, name: 'Harbour' },
        { id: 2, name: 'Night' },
      ],
      width: 9,
    }),
    asset({ description: 'x'.repeat(200), keywords: [{ id: 3, name: 'Dune' }], binary: { uri: 'x' } }),
  ]
  expect(fieldsToTake(fields, asset({ description: null, keywords: [] }), others)).toEqual([
    { name: 'keywords', label: 'Keywords', value: 'Harbour, Night', names: ['keywords'] },
    {
      name: 'description',
      label: 'Description',
      value: `${'x'.repeat(120)}…`,
      names: ['description', 'description_fr'],
    },
  ])
})

test('what it has stays', () => {
  const kept = asset({ description: 'Its own', keywords: [{ id: 1, name: 'Harbour' }] })
  expect(fieldsToTake(fields, kept, [asset({ description: 'Another', keywords: [] })])).toEqual([])
})
