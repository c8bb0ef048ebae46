import { expect, test } from 'vitest'
import { moveTo, type MoveTarget } from './move-target.ts'

const items = [1, 2, 3, 4, 5].map((id) => ({ type: 'asset', id }))
const order = (ids: readonly number[], target: MoveTarget): number[] | null => {
  const move = moveTo(items, new Set(ids), target)
  if (move === null) return null
  const rest = items.filter(({ id }) => !ids.includes(id))
  const at = move.before === null ? rest.length : rest.indexOf(move.before)
  return [...rest.slice(0, at), ...move.items, ...rest.slice(at)].map(({ id }) => id)
}

test('items go one place on, to an end, or beside another', () => {
  expect(order([3], 'earlier')).toEqual([1, 3, 2, 4, 5])
  expect(order([3], 'later')).toEqual([1, 2, 4, 3, 5])
  expect(order([3], 'first')).toEqual([3, 1, 2, 4, 5])
  expect(order([3], 'last')).toEqual([1, 2, 4, 5, 3])
  expect(order([1], { id: 4, edge: 'before' })).toEqual([2, 3, 1, 4, 5])
  expect(order([1], { id: 4, edge: 'after' })).toEqual([2, 3, 4, 1, 5])
  expect(order([5], { id: 5, edge: 'before' })).toBeNull()
})

test('several go together and keep their order; what changes nothing is no move', () => {
  expect(order([2, 4], 'earlier')).toEqual([2, 4, 1, 3, 5])
  expect(order([2, 4], 'later')).toEqual([1, 3, 5, 2, 4])
  expect(order([4, 2], 'first')).toEqual([2, 4, 1, 3, 5])
  expect(order([1], 'earlier')).toBeNull()
  expect(order([5], 'later')).toBeNull()
  expect(order([1, 2, 3, 4, 5], 'last')).toBeNull()
  expect(order([4, 5], 'last')).toBeNull()
})
