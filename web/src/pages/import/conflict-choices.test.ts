import { expect, test } from 'vitest'
import { conflictKey, keptChanges } from './conflict-choices.ts'

const conflict = { ids: [1, 2, 3], data: { name: 'Harbour', credit: null } }

test('theirs stays unless mine is chosen', () => {
  expect(keptChanges(conflict, {})).toEqual([])
  expect(keptChanges(conflict, { [conflictKey(1, 'name')]: 'theirs' })).toEqual([])
})

test('mine is sent again for the fields that are chosen, of items with the same choice together', () => {
  const choices = {
    [conflictKey(1, 'name')]: 'mine',
    [conflictKey(2, 'name')]: 'mine',
    [conflictKey(3, 'name')]: 'mine',
    [conflictKey(3, 'credit')]: 'mine',
  } as const
  expect(keptChanges(conflict, choices)).toEqual([
    { ids: [1, 2], data: { name: 'Harbour' } },
    { ids: [3], data: { name: 'Harbour', credit: null } },
  ])
})
