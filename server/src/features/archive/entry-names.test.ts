import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nameArchiveEntries } from './entry-names.ts'

const nameOf = (fileName: string): string | undefined => nameArchiveEntries([{ fileName }])[0]

test.each([
  ['photo.jpg', 'photo.jpg'],
  ['Été à Paris.jpg', 'Été à Paris.jpg'],
  ['日本語の写真.jpg', '日本語の写真.jpg'],
  ['صورة.jpg', 'صورة.jpg'],
  ['👩‍👩‍👧 family.png', '👩‍👩‍👧 family.png'],
  ['e\u0301te\u0301.jpg', 'été.jpg'],
  ['../../etc/passwd', '.._.._etc_passwd'],
  ['C:\\boot.ini', 'C__boot.ini'],
  ['a<b>c:d"e|f?g*.txt', 'a_b_c_d_e_f_g_.txt'],
  ['line\r\nbreak\ttab.txt', 'line  break tab.txt'],
  ['zero\0bell\u0007.txt', 'zerobell.txt'],
  ['photo\u202egpj.exe', 'photogpj.exe'],
  ['ends. . .', 'ends'],
  ['  starts.txt', 'starts.txt'],
  ['...', 'file'],
  ['', 'file'],
  ['\u0000', 'file'],
  ['CON', '_CON'],
  ['nul.txt', '_nul.txt'],
  ['Com1.tar.gz', '_Com1.tar.gz'],
  ['aux .txt', '_aux .txt'],
  ['lpt\u00b9.txt', '_lpt\u00b9.txt'],
  ['console.txt', 'console.txt'],
  ['.hidden', '.hidden'],
  ['\ud800.jpg', '\ufffd.jpg'],
])('%j becomes %j', (original, safe) => {
  expect(nameOf(original)).toBe(safe)
})

test('a name of 255 bytes and more is cut between code points and keeps its extension', () => {
  const name = nameOf(`${'写'.repeat(200)}.jpeg`) ?? ''
  expect(name).toMatch(/^写+\.jpeg$/)
  expect(Buffer.byteLength(name)).toBeGreaterThan(248)
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
  expect(nameOf(`${'😀'.repeat(100)}.jpeg`)).toMatch(/^(?:😀)+\.jpeg$/u)
})

test('an ending too long to be an extension is cut with the rest', () => {
  expect(Buffer.byteLength(nameOf(`a.${'x'.repeat(400)}`) ?? '')).toBeLessThanOrEqual(255)
})

test('names alike where case, composition or replaced characters do not count are numbered before the extension', () => {
  const names = [
    'a.jpg',
    'A.JPG',
    'a.jpg',
    'a (2).jpg',
    'straße',
    'STRASSE',
    'é',
    'e\u0301',
    'x?y',
    'x*y',
    '.env',
    '.env',
  ].map((fileName) => ({ fileName }))
  expect(nameArchiveEntries(names)).toEqual([
    'a.jpg',
    'A (2).JPG',
    'a (3).jpg',
    'a (2) (2).jpg',
    'straße',
    'STRASSE (2)',
    'é',
    'é (2)',
    'x_y',
    'x_y (2)',
    '.env',
    '.env (2)',
  ])
})

test('folders keep files apart, and no file takes the name of a folder', () => {
  expect(
    nameArchiveEntries([
      { fileName: 'a.jpg', folders: ['One', 'two'] },
      { fileName: 'a.jpg', folders: ['one', 'TWO'] },
      { fileName: 'a.jpg', folders: ['..', '/etc'] },
      { fileName: 'one' },
      { fileName: 'two', folders: ['one'] },
    ]),
  ).toEqual(['One/two/a.jpg', 'one/TWO/a (2).jpg', 'folder/_etc/a.jpg', 'one (2)', 'one/two (2)'])
})

test('ten thousand equal names are numbered through', () => {
  const names = nameArchiveEntries(Array.from({ length: 10_000 }, () => ({ fileName: 'IMG.jpg' })))
  expect(names.at(-1)).toBe('IMG (10000).jpg')
  expect(new Set(names).size).toBe(10_000)
})

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.stringMatching(/^[aA. ]{0,4}$/),
  fc.string({ unit: fc.constantFrom('写', 'é', '.', ' ', 'a', '\ud83d', '/', '\n'), maxLength: 300 }),
)

test('whatever the names, the paths are safe, unlike each other and stay what they are when taken as names', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ fileName: text, folders: fc.array(text, { maxLength: 2 }) }), { maxLength: 20 }),
      (files) => {
        const paths = nameArchiveEntries(files)
        expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(files.length)
        for (const segment of paths.flatMap((path) => path.split('/'))) {
          expect(segment).toMatch(/^(?![\s])[^<>:"/\\|?*\p{Cc}\u202a-\u202e]*[^. <>:"/\\|?*\p{Cc}]$/u)
          expect(segment.isWellFormed()).toBe(true)
          expect(segment).toBe(segment.normalize('NFC'))
          expect(Buffer.byteLength(segment)).toBeLessThanOrEqual(255)
        }
        expect(
          nameArchiveEntries(
            paths.map((path) => ({
              fileName: path.split('/').at(-1) ?? '',
              folders: path.split('/').slice(0, -1),
            })),
          ),
        ).toEqual(paths)
      },
    ),
  )
})
