import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contentDisposition } from './content-disposition.ts'

test.each([
  ['photo.jpg', 'attachment; filename="photo.jpg"'],
  [
    'Été à Paris.jpg',
    `attachment; filename="Ete a Paris.jpg"; filename*=UTF-8''%C3%89t%C3%A9%20%C3%A0%20Paris.jpg`,
  ],
  ['写真.jpg', `attachment; filename="__.jpg"; filename*=UTF-8''%E5%86%99%E7%9C%9F.jpg`],
  [
    'say "hi" 50%.txt',
    `attachment; filename="say _hi_ 50_.txt"; filename*=UTF-8''say%20%22hi%22%2050%25.txt`,
  ],
  ["it's (1)*.txt", 'attachment; filename="it\'s (1)*.txt"'],
  ["é'()*", `attachment; filename="e'()*"; filename*=UTF-8''%C3%A9%27%28%29%2A`],
  ['a\r\nset-cookie: x=1', 'attachment; filename="aset-cookie: x=1"'],
  ['../../etc/passwd', 'attachment; filename=".._.._etc_passwd"'],
  ['C:\\boot.ini', 'attachment; filename="C:_boot.ini"'],
  ['photo\u202egpj.exe', 'attachment; filename="photogpj.exe"'],
  ['..', 'attachment; filename="download"'],
  ['\n', 'attachment; filename="download"'],
  ['\ud800.jpg', `attachment; filename="_.jpg"; filename*=UTF-8''%EF%BF%BD.jpg`],
])('the name %j gives %s', (name, header) => {
  expect(contentDisposition('attachment', name)).toBe(header)
})

test('whatever the name, the header is one line of ASCII and gives the name back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      const header = contentDisposition('inline', name)
      const [, ascii, exact] =
        /^inline; filename="([^"\\]*)"(?:; filename\*=UTF-8''([!#$&+.^_`|~\w%-]*))?$/.exec(header) ?? []
      expect(header).toMatch(/^[\x20-\x7e]+$/)
      const decoded = exact === undefined ? ascii : decodeURIComponent(exact)
      expect(decoded).not.toMatch(/[/\\\p{Cc}]/u)
      expect(decoded).not.toBe('')
    }),
  )
})
