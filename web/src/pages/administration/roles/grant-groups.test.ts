import { expect, test } from 'vitest'
import { grantsOf, groupGrants } from './grant-groups.ts'

test('grants with one rule are shown as one, and saved as they were', () => {
  const own = { owner: { eq: '$me' } }
  const grants = [
    { resource: 'asset', action: 'view', rows: null },
    { resource: 'asset', action: 'update', rows: own },
    { resource: 'asset', action: 'download', rows: null },
    { resource: 'cart', action: 'update', rows: own },
  ]
  const groups = groupGrants(grants)
  expect(groups.map(({ resource, actions }) => [resource, actions])).toEqual([
    ['asset', ['view', 'download']],
    ['asset', ['update']],
    ['cart', ['update']],
  ])
  expect(grantsOf(groups)).toEqual([grants[0], grants[2], grants[1], grants[3]])
})
