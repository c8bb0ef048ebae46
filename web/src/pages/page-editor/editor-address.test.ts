import { expect, test } from 'vitest'
import { readEditorAddress, writeEditorAddress, type EditorState } from './editor-address.ts'

test('what is chosen stands in the address', () => {
  const states: EditorState[] = [
    { selected: undefined, width: 'desktop' },
    { selected: 12, width: 'phone' },
    { selected: { owner: 12, slot: '' }, width: 'tablet' },
    { selected: { owner: 12, slot: 'second' }, width: 'desktop' },
    { selected: undefined, width: 'tablet', compare: 7 },
    { selected: 12, width: 'desktop', language: 'pt-BR', isBeside: true },
  ]
  for (const state of states) expect(readEditorAddress(writeEditorAddress(state))).toEqual(state)
  expect(writeEditorAddress({ selected: undefined, width: 'desktop' })).toEqual({})
})

test('an address that cannot be read is the page itself', () => {
  expect(
    readEditorAddress({ widget: '1e9', width: 'wall', compare: '-1', language: '../x', beside: 'yes' }),
  ).toEqual({ selected: undefined, width: 'desktop' })
})
