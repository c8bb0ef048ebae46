import { expect, test } from 'vitest'
import { pageRecord } from '../pages/testing/page-record.ts'
import { comparedFirst, versionsOf } from './page-versions.ts'

const link = { id: 1, name: 'Home' }
const pages = [
  pageRecord({ id: 1, version: 3, status: { id: 6 } }),
  pageRecord({ id: 2, version: 1, status: { id: 9 }, copietravail: link }),
  pageRecord({ id: 3, version: 2, status: { id: 9 }, copietravail: link }),
  pageRecord({ id: 4, version: 4, status: { id: 1 }, copietravail: link }),
  pageRecord({ id: 5 }),
]

test('the versions of a page are the same from each of them, the latest first', () => {
  for (const page of pages.slice(0, 4))
    expect(versionsOf(pages, page).map(({ id, state }) => [id, state])).toEqual([
      [4, 'copy'],
      [1, 'published'],
      [3, 'archived'],
      [2, 'archived'],
    ])
  expect(versionsOf(pages, { id: 99, copietravail: null })).toEqual([])
})

test('a version is compared with the one before it, the first with the one after', () => {
  const versions = versionsOf(pages, { id: 1, copietravail: null })
  expect([4, 1, 3, 2].map((id) => comparedFirst(versions, id)?.id)).toEqual([1, 3, 2, 3])
  expect(comparedFirst(versionsOf(pages, { id: 5, copietravail: null }), 5)).toBeUndefined()
})
