import { expect, test } from 'vitest'
import { add, extendTo, noSelection, toggle } from './selection.ts'

const order = [10, 11, 12, 13, 14]

test('one is added and taken out again', () => {
  const one = toggle(noSelection, 11)
  expect([...one.ids]).toEqual([11])
  expect([...toggle(one, 11).ids]).toEqual([])
})

test('a range goes from the anchor in either direction, and can be drawn again', () => {
  const from = toggle(noSelection, 12)
  expect([...extendTo(from, 14, order).ids].toSorted((a, b) => a - b)).toEqual([12, 13, 14])
  expect([...extendTo(from, 10, order).ids].toSorted((a, b) => a - b)).toEqual([10, 11, 12])
  expect(extendTo(extendTo(from, 14, order), 10, order).anchor).toBe(12)
})

test('without an anchor in the list a range is one', () => {
  expect([...extendTo(noSelection, 13, order).ids]).toEqual([13])
  expect([...extendTo({ ids: new Set([99]), anchor: 99 }, 13, order).ids].toSorted((a, b) => a - b)).toEqual([
    13, 99,
  ])
})

test('what is not in the list changes nothing; adding what is there keeps the same set', () => {
  const from = toggle(noSelection, 12)
  expect(extendTo(from, 77, order)).toEqual(from)
  expect(add(from, [12]).ids).toBe(from.ids)
  expect([...add(from, [10, 12]).ids].toSorted((a, b) => a - b)).toEqual([10, 12])
})
