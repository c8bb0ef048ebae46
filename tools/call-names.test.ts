import { expect, test } from 'vitest'
import { findCallNameProblems } from './call-names.ts'

const find = (sources: Record<string, string>): string[] =>
  findCallNameProblems(
    Object.entries({
      'contract/src/carts/cart-calls.ts': `export const createCart = defineCall({\n  name: 'createCart',`,
      ...sources,
    }).map(([path, text]) => ({ path, text })),
  )

test('one name from the contract to the handler is no problem', () => {
  expect(
    find({
      'contract/src/carts/list-carts.ts': `export const listCarts = defineCall({ name: 'listCarts',`,
      'server/src/features/carts/carts.routes.ts': `export const cartRoutes = {\n  createCart,\n  listCarts: createCart,\n}`,
    }),
  ).toEqual([])
})

test.for([
  [
    'contract/src/carts/other-calls.ts',
    `export const makeCart = defineCall({ name: 'addCart',`,
    'the call addCart is defined as makeCart',
  ],
  [
    'server/src/features/carts/carts.routes.ts',
    'export const cartRoutes = {\n  createCart: makeCart,\n}',
    'the handler of createCart is named makeCart',
  ],
])('%s: %s is a problem', ([path = '', text = '', problem]) => {
  expect(find({ [path]: text })).toEqual([expect.stringContaining(problem ?? '')])
})
