import { expect, test } from 'vitest'
import type { FacetValue } from '@cartouche/client'
import { chosenFirst } from './chosen-first.ts'

const value = (id: number): FacetValue => ({ data: { id, name: `v${id}` }, count: 1, total: 1 })
const ids = (values: readonly FacetValue[]) => values.map(({ data }) => data.id)

test('chosen values stand first, those that were counted by themselves after the others', () => {
  expect(ids(chosenFirst(['3', '9'], [value(1), value(2), value(3)], [value(9)]))).toEqual([3, 9, 1, 2])
})

test('a value that is among the first again is listed once, though its own count is still there', () => {
  expect(ids(chosenFirst(['1'], [value(1), value(2)], [value(1)]))).toEqual([1, 2])
})

test('a count whose value is no longer chosen is not listed', () => {
  expect(ids(chosenFirst([], [value(1)], [value(9)]))).toEqual([1])
})
