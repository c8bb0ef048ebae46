import type { EntityData } from '@cartouche/client'
import { expect, test } from 'vitest'
import { changesOfMove, groupsOf } from './field-groups.ts'

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
  expect([...changesOfMove(groups, 2, 1, 1)]).toEqual([[2, { taborder: 0 }]])
  expect([...changesOfMove(groups, 1, 2, null)]).toEqual([[1, { taborder: 4, group: 2 }]])
  expect([...changesOfMove(groups, 4, 1, 2)]).toEqual([
    [4, { taborder: 2, group: 1 }],
    [2, { taborder: 3 }],
  ])
  expect([...changesOfMove(groups, 1, 3, null)]).toEqual([[1, { group: 3 }]])
  expect([...changesOfMove(groups, 3, 2, 3)]).toEqual([])
})
