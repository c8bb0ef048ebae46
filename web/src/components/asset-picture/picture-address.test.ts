import { expect, test } from 'vitest'
import { renditionFor } from './picture-address.ts'

test('the smallest rendition that is sharp enough', () => {
  expect([40, 200, 220, 221, 352, 640, 700, 705, 1200, 1700, 9000].map(renditionFor)).toEqual([
    'thumbnailsmall',
    'thumbnailsmall',
    'thumbnailsmall',
    'thumbnailSmall',
    'thumbnailSmall',
    'thumbnailBig',
    'thumbnailBig',
    'web',
    'web',
    'preview',
    'preview',
  ])
})
