import type { ImportItem } from '@cartouche/contract'
import { expect, test } from 'vitest'
import { linkChange, sharedLinks, sharedValue } from './shared-values.ts'

const item = (metadata: Readonly<Record<string, unknown>>): ImportItem =>
  ({ $assetmetadata: metadata }) as unknown as ImportItem
const night = { id: 1, name: 'Night' }
const harbour = { id: 2, name: 'Harbour' }

test('a keyword of one of five files is of one, not of all', () => {
  const items = [
    item({ keywords: [night, harbour] }),
    ...Array.from({ length: 4 }, () => item({ keywords: [night] })),
  ]
  const { common, others, fresh } = sharedLinks(items, 'keywords')
  expect(common).toMatchObject([{ id: 1 }])
  expect(others).toMatchObject([{ id: 2, count: 1 }])
  expect(fresh).toEqual([])
})

test('names that are yet to be made are there once, whichever files have them', () => {
  const items = [
    item({ keywords: [{ id: null, name: 'Dune' }] }),
    item({ keywords: [{ name: 'Dune' }, night] }),
  ]
  expect(sharedLinks(items, 'keywords')).toMatchObject({
    common: [],
    others: [{ id: 1, count: 1 }],
    fresh: ['Dune'],
  })
})

test('a value is shared where every file has it, also where none has one', () => {
  expect(sharedValue([item({ city: 'Brest' }), item({ city: 'Brest' })], 'city')).toEqual({
    same: true,
    value: 'Brest',
  })
  expect(sharedValue([item({}), item({ city: null })], 'city')).toEqual({ same: true, value: null })
  expect(sharedValue([item({ city: 'Brest' }), item({})], 'city')).toEqual({ same: false })
})

test('of what all have, one more is added to each and one less is removed from each', () => {
  expect(linkChange([night], [1, 2])).toEqual({ $mode: 'appendnew', $values: [{ id: 2 }] })
  expect(linkChange([night, harbour], [2])).toEqual({ $mode: 'remove', $values: [{ id: 1 }] })
  expect(linkChange([night], [1])).toBeNull()
})
