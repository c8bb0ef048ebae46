import { expect, test } from 'vitest'
import { readingOf } from './reading-of.ts'

test('documents are read by their pages or their text; nothing else is', () => {
  for (const type of [
    'application/pdf',
    'application/msword',
    'application/rtf',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.oasis.opendocument.text',
  ])
    expect(readingOf(type), type).toBe('pages')
  for (const type of ['text/plain', 'text/html', 'text/csv', 'application/json', 'application/xml'])
    expect(readingOf(type), type).toBe('text')
  for (const type of ['', 'image/jpeg', 'application/zip', 'application/jsonp', 'x-text/plain'])
    expect(readingOf(type), type).toBeNull()
})
