import { expect, test } from 'vitest'
import { readSearchesAddress, selectionOf, writeSearchesAddress } from './searches-address.ts'

test('a state comes back from its address, and what cannot be read is the default', () => {
  for (const state of [
    { name: '', order: 'modified' },
    { name: 'harb*', order: 'name' },
  ] as const)
    expect(readSearchesAddress(writeSearchesAddress(state))).toEqual(state)
  expect(writeSearchesAddress({ name: '', order: 'modified' })).toEqual({})
  expect(readSearchesAddress({ q: ['a', 'b'], order: 'drop' })).toEqual({ name: 'a', order: 'modified' })
})

test('names begin with A, instants with the latest', () => {
  expect(selectionOf({ name: '', order: 'name' }).direction).toBe('asc')
  expect(selectionOf({ name: '', order: 'created' }).direction).toBe('desc')
})
