import { expect, test } from 'vitest'
import { allCarts, directionOf, readCartsAddress, writeCartsAddress } from './carts-address.ts'

test('a state of the carts page comes back from its address', () => {
  for (const state of [
    allCarts,
    { name: 'aut*', order: 'total', isReversed: true, whose: 'shared', type: 'press' },
  ] as const)
    expect(readCartsAddress(writeCartsAddress(state))).toEqual(state)
})

test('the default leaves no trace and what cannot be read is the default', () => {
  expect(writeCartsAddress(allCarts)).toEqual({})
  expect(readCartsAddress({ q: ['a', 'b'], order: 'color', whose: 'nobody' })).toEqual({
    ...allCarts,
    name: 'a',
  })
})

test('names begin with A, all others with the greatest, unless turned round', () => {
  expect([
    directionOf({ order: 'name', isReversed: false }),
    directionOf({ order: 'name', isReversed: true }),
  ]).toEqual(['asc', 'desc'])
  expect([
    directionOf({ order: 'total', isReversed: false }),
    directionOf({ order: 'total', isReversed: true }),
  ]).toEqual(['desc', 'asc'])
})
