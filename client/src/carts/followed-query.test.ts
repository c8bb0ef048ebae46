import { expect, test } from 'vitest'
import { followedOf } from './followed-query.ts'

const none = { fulltextTokens: [], userConstraints: {}, staticConstraints: {}, query: {} }

test('P3.06 a cart follows the words and all constraints of a search', () => {
  expect(followedOf({ ...none, fulltextTokens: ['harbour', 'night'], fulltextMode: 'should' })).toEqual({
    fulltext: 'harbour night',
    fulltextMode: 'should',
  })
  expect(
    followedOf({
      ...none,
      staticConstraints: { status: 6 },
      userConstraints: {
        kw: { field: 'keywords', operator: 'in', values: [12, 3] },
        empty: { field: 'city', operator: 'in', values: [] },
      },
    }),
  ).toEqual({ query: { and: [{ status: 6 }, { keywords: { in: [12, 3] } }] } })
})
