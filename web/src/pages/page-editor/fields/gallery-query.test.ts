import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readGalleryQuery, writeGalleryQuery } from './gallery-query.ts'

const ids = fc.array(fc.integer({ min: 1 }), { maxLength: 4 })

test('what a form asks is read again from the query that it makes', () => {
  fc.assert(
    fc.property(fc.record({ collections: ids, keywords: ids, natures: ids }), (query) => {
      expect(readGalleryQuery(writeGalleryQuery(query))).toEqual(query)
    }),
  )
})

test('a query that the form does not know is left as it is', () => {
  expect(readGalleryQuery({ keywords: { in: [3] } })).toEqual({ collections: [], keywords: [3], natures: [] })
  for (const query of [
    { or: [{ keywords: { in: [3] } }] },
    { and: [{ keywords: { nin: [3] } }] },
    { and: [{ name: { eq: 'x' } }] },
    { and: [{ keywords: { in: [1] } }, { keywords: { in: [2] } }] },
    { keywords: { in: [1] }, status: 6 },
    { and: 'x' },
    [],
  ])
    expect(readGalleryQuery(query), JSON.stringify(query)).toBeUndefined()
})
