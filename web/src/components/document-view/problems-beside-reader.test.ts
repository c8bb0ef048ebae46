import type { Asset } from '@cartouche/contract'
import { expect, test } from 'vitest'
import { problemsBesideReader } from './problems-beside-reader.ts'

function codesOf(mediatype: string, code: string, download: boolean): string[] {
  const metadata = { mediatype, problems: [{ code, message: 'why' }] }
  const asset = { metadata, $rights: { download } } as unknown as Asset
  return problemsBesideReader(asset).map((one) => one.code)
}

test('that there is no picture is no problem beside a text that is read, and one for whoever may not read it', () => {
  expect(codesOf('text/plain', 'no_preview', true)).toEqual([])
  expect(codesOf('text/plain', 'no_preview', false)).toEqual(['no_preview'])
  expect(codesOf('application/octet-stream', 'no_preview', true)).toEqual(['no_preview'])
  expect(codesOf('text/plain', 'name_lies', true)).toEqual(['name_lies'])
})

test('the reader asks for the password of a PDF; that of an Office document is a problem', () => {
  expect(codesOf('application/pdf', 'password_protected', true)).toEqual([])
  expect(codesOf('application/pdf', 'password_protected', false)).toEqual(['password_protected'])
  const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  expect(codesOf(word, 'password_protected', true)).toEqual(['password_protected'])
})
