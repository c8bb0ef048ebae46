import { expect, test } from 'vitest'
import { mediaTypeOf } from './media-types.ts'
import { problemOf, problemOfKind, problemOfName, problemOfShape, problemOfTininess } from './problems.ts'
import { RenditionError } from './rendition-error.ts'

test('what a message says in particular stands beside it, for other languages', () => {
  const named = mediaTypeOf('image/heic')
  const found = (mediaType: string) =>
    problemOfName({ type: mediaTypeOf(mediaType), named, nameLies: true, extension: '' })
  expect(found('image/jpeg')).toMatchObject([
    { severity: 'warning', data: { namedType: 'image/heic', foundType: 'image/jpeg' } },
  ])
  expect(found('application/octet-stream')[0]).not.toHaveProperty('data')
  expect(problemOfKind(mediaTypeOf('font/ttf')).data).toEqual({ type: 'font/ttf' })
  expect(problemOfKind(mediaTypeOf('audio/midi'))).not.toHaveProperty('data')
  expect(problemOfShape({ widthPx: 40, heightPx: 30 }, 90, 90)[0]?.data).toEqual({
    statedWidth: 40,
    statedHeight: 30,
    width: 90,
    height: 90,
  })
  expect(problemOfTininess(8, 9)[0]?.data).toEqual({ width: 8, height: 9 })
  const missing = new RenditionError('tool_missing', 'why', { data: { program: 'LibreOffice' } })
  expect(problemOf(missing)).toEqual({
    code: 'tool_missing',
    severity: 'warning',
    message: 'why',
    data: { program: 'LibreOffice' },
  })
  expect(problemOf(new RenditionError('broken', 'why'))).toEqual({
    code: 'broken',
    severity: 'error',
    message: 'why',
  })
})
