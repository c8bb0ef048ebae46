import { formatQuery, parseQuery } from '@cartouche/client'
import { expect, test } from 'vitest'
import { rowsOf, treeOf } from './rule-tree.ts'

test.each([
  { owner: '$me' },
  { and: [{ status: 6 }, { or: [{ validfrom: null }, { validfrom: { lte: '$now' } }] }] },
  { not: { name: { sw: 'a' } } },
  { not: { or: [{ id: 1 }, { keywords: { dof: [2, 3] } }] } },
  {},
  { id: 0 },
])('a rule survives being edited as conditions: %j', (rows) => {
  expect(parseQuery(rowsOf(treeOf(rows)))).toEqual(parseQuery(rows))
  expect(rowsOf(treeOf(rows))).toEqual(formatQuery(parseQuery(rows)))
})
