import fc from 'fast-check'
import { expect, test } from 'vitest'
import { moveTo, ordersFor } from './record-order.ts'

const placed = (...orders: readonly number[]): { id: number; order: number }[] =>
  orders.map((order, index) => ({ id: index + 1, order }))

test('a record moves by one number where there is room, others give way where there is none', () => {
  expect([...ordersFor(moveTo(placed(10, 20, 30), 3, 0), 3)]).toEqual([[3, 9]])
  expect([...ordersFor(moveTo(placed(10, 20, 30), 3, 1), 3)]).toEqual([[3, 15]])
  expect([...ordersFor(moveTo(placed(1, 2, 3, 9), 3, 1), 3)]).toEqual([
    [3, 2],
    [2, 3],
  ])
  expect([...ordersFor(moveTo(placed(1, 2, 3), 1, 2), 1)]).toEqual([[1, 4]])
  expect([...ordersFor(placed(1, 2, 3), 2)]).toEqual([])
})

test('whatever the numbers were, the list is in its order afterwards', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -5, max: 40 }), { minLength: 1, maxLength: 12 }),
      fc.nat(),
      fc.nat(),
      (orders, which, where) => {
        const list = placed(...orders.toSorted((a, b) => a - b))
        const moved = (which % list.length) + 1
        const wanted = moveTo(list, moved, where % list.length)
        const changes = ordersFor(wanted, moved)
        const after = wanted.map(({ id, order }) => changes.get(id) ?? order)
        expect(after.every((order, at) => at === 0 || order > (after[at - 1] ?? 0))).toBe(true)
      },
    ),
  )
})
