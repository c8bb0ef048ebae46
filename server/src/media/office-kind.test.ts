import { afterAll, beforeAll, expect, test } from 'vitest'
import { readOfficeProgram } from './office-kind.ts'
import { compoundOf, flatDocument, wordDocument, zipOfParts } from './office-test-files.ts'
import { createTestFolder, type TestFolder } from './sample-files.ts'

let folder: TestFolder
beforeAll(async () => {
  folder = await createTestFolder()
})
afterAll(() => folder.remove())

let count = 0
const programOf = async (content: Buffer | string) =>
  readOfficeProgram(await folder.write(`document-${count++}`, content))
const openDocument = (kind: string, more: Record<string, string> = {}) =>
  zipOfParts({ mimetype: `application/vnd.oasis.opendocument.${kind}`, ...more })
const records = (...ids: number[]) =>
  Buffer.concat(ids.map((id) => Buffer.from([id & 0xff, id >> 8, 2, 0, 0, 0])))
/** The bit of Word's first block that says that the rest is encrypted. */
const wordBlock = (flags: number) => Buffer.from([0xec, 0xa5, 0xc1, 0, 0, 0, 0, 0, 0, 0, 0, flags])

test('the content says which program opens a document', async () => {
  expect(await programOf(wordDocument(''))).toBe('writer')
  expect(await programOf(zipOfParts({ 'xl/workbook.xml': '' }))).toBe('calc')
  expect(await programOf(zipOfParts({ 'ppt/presentation.xml': '' }))).toBe('impress')
  expect(await programOf(openDocument('text'))).toBe('writer')
  expect(await programOf(openDocument('spreadsheet-template'))).toBe('calc')
  expect(await programOf(openDocument('presentation'))).toBe('impress')
  expect(await programOf(openDocument('graphics'))).toBe('draw')
  expect(await programOf(flatDocument('spreadsheet', ''))).toBe('calc')
  expect(await programOf('{\\rtf1 words}')).toBe('writer')
  expect(await programOf(compoundOf({ a: Buffer.alloc(0), WordDocument: wordBlock(0) }))).toBe('writer')
  expect(
    await programOf(
      compoundOf({
        b: Buffer.alloc(0),
        c: Buffer.alloc(0),
        d: Buffer.alloc(0),
        Workbook: records(0x809, 0xe1),
      }),
    ),
  ).toBe('calc')
  expect(await programOf(compoundOf({ 'PowerPoint Document': Buffer.alloc(0) }))).toBe('impress')
  expect(await programOf('nothing of the kind')).toBeNull()
  expect(await programOf('')).toBeNull()
})

test('what is encrypted is recognised before any program opens it', async () => {
  const manifest = '<manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data/>'
  for (const content of [
    compoundOf({ EncryptionInfo: Buffer.alloc(0), EncryptedPackage: Buffer.alloc(0) }),
    compoundOf({ WordDocument: wordBlock(0x01) }),
    compoundOf({ Workbook: records(0x809, 0x2f) }),
    compoundOf({ 'PowerPoint Document': Buffer.alloc(0), EncryptedSummary: Buffer.alloc(0) }),
    openDocument('text', { 'META-INF/manifest.xml': manifest }),
  ])
    await expect(programOf(content)).rejects.toMatchObject({
      code: 'password_protected',
      allowsPlaceholder: true,
    })
})

test('a document that unpacks into far too much is refused by what it says of itself', async () => {
  const parts = { 'word/document.xml': '', 'word/footnotes.xml': '' }
  expect(await programOf(zipOfParts(parts, 100 * 1024 * 1024))).toBe('writer')
  await expect(programOf(zipOfParts(parts, 200 * 1024 * 1024))).rejects.toMatchObject({
    code: 'decompression_bomb',
    allowsPlaceholder: false,
  })
})

test('what is cut off or damaged says so, and a loop in a directory ends', async () => {
  const whole = wordDocument('')
  await expect(programOf(whole.subarray(0, whole.length - 40))).rejects.toMatchObject({ code: 'truncated' })
  const looped = compoundOf({ other: Buffer.alloc(0) })
  looped.writeUInt32LE(1, 512 + 4)
  expect(await programOf(looped)).toBeNull()
  expect(await programOf(looped.subarray(0, 700))).toBeNull()
})
