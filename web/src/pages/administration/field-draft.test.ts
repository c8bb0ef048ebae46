import { expect, test } from 'vitest'
import { changesBetween, createOfDraft, draftOfField, newField, variantOfDraft } from './field-draft.ts'

test('a new field is written with what its type can do, and read back as it was', () => {
  const draft = {
    ...newField,
    name: 'rating',
    label: 'Rating',
    labelFr: 'Note',
    type: 'number' as const,
    facet: true,
    sortable: true,
    mandatoryCreate: true,
    mandatoryPatch: true,
    defaultCreate: '3',
    defaultPatch: '4',
    group: '2',
    update: false,
  }
  const written = createOfDraft(draft, 7)
  expect(written).toMatchObject({
    name: 'rating',
    schema: 7,
    label_fr: 'Note',
    facet: true,
    defaultcreate: 3,
    defaultpatch: 4,
    mandatorycreate: true,
    mandatorypatch: true,
    mandatorystructure: false,
    group: 2,
    create: true,
    update: false,
  })
  expect(draftOfField({ id: 1, $uuid: '', $resource: 'schemafield', ...written })).toEqual(draft)
})

test('what a type cannot do is left out', () => {
  expect(
    createOfDraft(
      {
        ...newField,
        name: 'a',
        type: 'geo',
        i18n: true,
        tree: true,
        facet: true,
        sortable: true,
        fulltext: 'A',
        defaultCreate: '1',
      },
      7,
    ),
  ).toMatchObject({
    i18n: false,
    tree: false,
    facet: false,
    sortable: false,
    fulltext: null,
    defaultcreate: null,
    label_fr: null,
  })
  expect(
    createOfDraft({ ...newField, type: 'object', target: '12', tree: true, defaultCreate: '5' }, 7),
  ).toMatchObject({ target: 12, tree: true, defaultcreate: 5 })
  expect(createOfDraft({ ...newField, type: 'array', target: '12', defaultCreate: '5,6' }, 7)).toMatchObject({
    defaultcreate: [5, 6],
  })
  expect(createOfDraft({ ...newField, type: 'boolean', defaultCreate: 'false' }, 7)).toMatchObject({
    defaultcreate: false,
  })
})

test('the French variant of a field is called after it and found by its words', () => {
  expect(
    variantOfDraft(
      { ...newField, name: 'motto', label: 'Motto', i18n: true, fulltext: 'B', group: '4', facet: true },
      7,
      { label: 'Motto in French', labelFr: 'Devise en français' },
    ),
  ).toEqual({
    name: 'motto_fr',
    i18nfor: 'motto',
    type: 'text',
    fulltext: 'B',
    group: 4,
    schema: 7,
    label: 'Motto in French',
    label_fr: 'Devise en français',
  })
})

test('a change writes what differs alone: a field that is mandatory when made does not become so when changed', () => {
  const stored = draftOfField({
    id: 1,
    $uuid: '',
    $resource: 'schemafield',
    name: 'a',
    label: 'A',
    type: 'array',
    mandatorycreate: true,
    mandatorypatch: false,
    defaultcreate: [3],
  })
  expect(changesBetween(stored, { ...stored, label: 'B ', facet: true })).toEqual({
    label: 'B',
    label_fr: null,
    facet: true,
  })
  expect(changesBetween(stored, stored)).toEqual({})
  expect(changesBetween(stored, { ...stored, mandatoryCreate: false, defaultCreate: '3,4' })).toEqual({
    mandatorycreate: false,
    defaultcreate: [3, 4],
  })
})
