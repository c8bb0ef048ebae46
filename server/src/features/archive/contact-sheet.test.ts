import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createContactSheet, type ContactSheetItem } from './contact-sheet.ts'

let folder: string
let thumbnailPath: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sheet-'))
  thumbnailPath = join(folder, 'thumbnail.jpg')
  await sharp({ create: { width: 300, height: 200, channels: 3, background: '#369' } })
    .jpeg()
    .toFile(thumbnailPath)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const options = { title: 'Été 写真', noPreview: 'No preview', madeAt: new Date('2026-05-04T03:02:01Z') }
const item = (change: Partial<ContactSheetItem> = {}): ContactSheetItem => ({
  name: 'photo.jpg',
  thumbnailPath,
  lines: ['one', 'two'],
  ...change,
})
const countOf = (pdf: Buffer, mark: RegExp): number => pdf.toString('latin1').match(mark)?.length ?? 0
const pagesOf = (pdf: Buffer): number => countOf(pdf, /\/Type \/Page\b/g)

test.each([
  [0, 1],
  [1, 1],
  [12, 1],
  [13, 2],
  [25, 3],
])('%i pictures stand on %i pages, each once', async (count, pages) => {
  const pdf = await buffer(
    await createContactSheet(
      Array.from({ length: count }, () => item()),
      options,
    ),
  )
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pagesOf(pdf)).toBe(pages)
  expect(countOf(pdf, /\/Subtype \/Image/g)).toBe(count)
})

test('a thumbnail that is missing, broken or no picture leaves its place and spoils nothing else', async () => {
  const broken = join(folder, 'broken.jpg')
  await writeFile(broken, 'this is no picture')
  const pdf = await buffer(
    await createContactSheet(
      [
        item({ thumbnailPath: null }),
        item({ thumbnailPath: join(folder, 'none') }),
        item({ thumbnailPath: broken }),
        item(),
      ],
      options,
    ),
  )
  expect(countOf(pdf, /\/Subtype \/Image/g)).toBe(1)
})

test('names in every script, of any length and with line breaks are drawn', async () => {
  const names = [
    '日本語'.repeat(50),
    'русский',
    'صورة من العطلة',
    'עברית',
    'हिन्दी',
    'ไทย',
    '한국어',
    '👩‍👩‍👧',
    'a\r\nb\0c',
    '',
    '\ud800',
    'x'.repeat(10_000),
  ]
  const pdf = await buffer(
    await createContactSheet(
      names.map((name) => item({ name, lines: [name, name, name, name] })),
      options,
    ),
  )
  expect(pagesOf(pdf)).toBe(1)
})

test('without any font file it is made all the same', async () => {
  expect(
    pagesOf(
      await buffer(await createContactSheet([item({ name: '写真 été' })], { ...options, fontPaths: [] })),
    ),
  ).toBe(1)
})

test('pictures are taken as they are drawn, and no more once the reader has left', async () => {
  let taken = 0
  const sheet = await createContactSheet(
    (async function* endless() {
      for (;;) {
        taken += 1
        yield item()
      }
    })(),
    options,
  )
  await new Promise((resolve) => {
    sheet.once('readable', resolve)
  })
  await new Promise((resolve) => {
    setTimeout(resolve, 100)
  })
  sheet.destroy()
  await new Promise((resolve) => {
    setTimeout(resolve, 100)
  })
  const takenAtEnd = taken
  await new Promise((resolve) => {
    setTimeout(resolve, 50)
  })
  expect(taken).toBe(takenAtEnd)
})

test('an error of the items is the error of the sheet', async () => {
  const failing = (async function* failing() {
    yield item()
    throw new Error('the library went away')
  })()
  await expect(buffer(await createContactSheet(failing, options))).rejects.toThrow('the library went away')
})
