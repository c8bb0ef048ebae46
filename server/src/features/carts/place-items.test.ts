import fc from 'fast-check'
import { expect, test } from 'vitest'
import { moveItems, placeItems, positionStep, type Placement, type StandingItem } from './place-items.ts'

const cartOf = (ids: readonly number[], hidden: readonly number[] = []): StandingItem[] =>
  ids.map((id, index) => ({ id, position: (index + 1) * positionStep, isVisible: !hidden.includes(id) }))

/** The cart as it stands afterwards. */
function apply(standing: readonly StandingItem[], { positions }: Placement): number[] {
  const all = new Map([...standing.map(({ id, position }): [number, number] => [id, position]), ...positions])
  return [...all].toSorted((left, right) => left[1] - right[1]).map(([id]) => id)
}

test('items come to the places that they are given, among those that are seen', () => {
  const cart = cartOf([1, 2, 3])
  expect(apply(cart, placeItems(cart, [{ id: 9, place: 0 }]))).toEqual([9, 1, 2, 3])
  expect(
    apply(
      cart,
      placeItems(cart, [
        { id: 9, place: 2 },
        { id: 8, place: 2 },
      ]),
    ),
  ).toEqual([1, 2, 9, 8, 3])
  expect(apply(cart, placeItems(cart, [{ id: 9, place: 77 }]))).toEqual([1, 2, 3, 9])
  const partly = cartOf([1, 2, 3, 4], [2, 3])
  expect(apply(partly, placeItems(partly, [{ id: 9, place: 1 }]))).toEqual([1, 2, 3, 9, 4])
  expect(
    apply(
      [],
      placeItems(
        [],
        [
          { id: 2, place: 5 },
          { id: 1, place: 0 },
        ],
      ),
    ),
  ).toEqual([1, 2])
})

test('what was taken out from anywhere comes back to where it was', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { minLength: 1, maxLength: 30 }),
      fc.func(fc.boolean()),
      (ids, isTaken) => {
        const taken = ids.flatMap((id, place) => (isTaken(id) ? [{ id, place }] : []))
        const left = cartOf(ids).filter(({ id }) => !isTaken(id))
        expect(apply(left, placeItems(left, taken))).toEqual(ids)
      },
    ),
  )
})

test('items move before another one, in the order that they are given', () => {
  const cart = cartOf([1, 2, 3, 4, 5])
  expect(apply(cart, moveItems(cart, [5, 2], 1))).toEqual([5, 2, 1, 3, 4])
  expect(apply(cart, moveItems(cart, [1, 3], null))).toEqual([2, 4, 5, 1, 3])
  // Before one that moves too: before what comes behind them.
  expect(apply(cart, moveItems(cart, [3, 2], 2))).toEqual([1, 3, 2, 4, 5])
})

test('however often something is put between the same two, the order holds', () => {
  let cart = cartOf([1, 2])
  let renumbered = 0
  for (let id = 10; id < 60; id += 1) {
    const placement = placeItems(cart, [{ id, place: 1 }])
    if (placement.renumbered) renumbered += 1
    const order = apply(cart, placement)
    const known = new Map([
      ...cart.map(({ id: one, position }): [number, number] => [one, position]),
      ...placement.positions,
    ])
    cart = order.map((one) => ({ id: one, position: known.get(one) ?? 0, isVisible: true }))
    expect(new Set(cart.map(({ position }) => position)).size).toBe(cart.length)
    expect(order.slice(0, 2)).toEqual([1, id])
  }
  expect(renumbered).toBeGreaterThan(0)
})
