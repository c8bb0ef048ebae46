import { expect, test } from 'vitest'
import { readCartsAddress, writeCartsAddress } from './carts-address.ts'

test('a state of the carts page comes back from its address', () => {
  for (const state of [{ name: '', order: 'modified' }, { name: 'aut*', order: 'total' }] as const) expect(readCartsAddress(writeCartsAddress(state))).toEqual(state)
})

test('the default leaves no trace and what cannot be read is the default', () => {
  expect(writeCartsAddress({ name: '', order: 'modified' })).toEqual({})
  expect(readCartsAddress({ q: ['a', 'b'], order: 'color' })).toEqual({ name: 'a', order: 'modified' })
})
