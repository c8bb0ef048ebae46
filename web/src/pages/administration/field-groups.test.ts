import type { EntityData } from '@cartouche/client'
import { expect, test } from 'vitest'
import { changesOfMove, groupsOf, placeBeside } from './field-groups.ts'

const field = (id: number, group: number, taborder: number): EntityData => ({
  id,
  $uuid: '',
  $resource: 'schemafield',
  group,
  taborder,
})
const groups = groupsOf([field(1, 1, 1), field(2, 1, 2), field(3, 2, 3), field(4, 7, 9)])

test('fields stand in their groups, the usual ones too when they are empty', () => {
  expect(groups.map(({ id, fields }) => [id, fields.map((one) => one.id)])).toEqual([
    [1, [1, 2]],
    [2, [3]],
    [3, []],
    [4, []],
    [7, [4]],
  ])
})

test('a field moves within its group, and into another', () => {
  expect([...changesOfMove(groups, 2, { group: 1, before: 1 })]).toEqual([[2, { taborder: 0 }]])
  expect([...changesOfMove(groups, 1, { group: 2, before: null })]).toEqual([[1, { taborder: 4, group: 2 }]])
  expect([...changesOfMove(groups, 4, { group: 1, before: 2 })]).toEqual([
    [4, { taborder: 2, group: 1 }],
    [2, { taborder: 3 }],
  ])
  expect([...changesOfMove(groups, 1, { group: 3, before: null })]).toEqual([[1, { group: 3 }]])
  expect([...changesOfMove(groups, 3, { group: 2, before: 3 })]).toEqual([])
})

test('one step leads past the field beside it, and over the edge of its group into the next', () => {
  expect(placeBeside(groups, 2, -1)).toEqual({ group: 1, before: 1 })
  expect(placeBeside(groups, 1, 1)).toEqual({ group: 1, before: null })
  expect(placeBeside(groups, 2, 1)).toEqual({ group: 2, before: 3 })
  expect(placeBeside(groups, 3, -1)).toEqual({ group: 1, before: null })
  expect(placeBeside(groups, 1, -1)).toBeUndefined()
  expect(placeBeside(groups, 4, 1)).toBeUndefined()
})
