import { expect, test } from 'vitest'
import { formatManifestJson, formatManifestText, type ArchiveManifest } from './archive-manifest.ts'

const manifest: ArchiveManifest = {
  title: 'Été 写真',
  madeAt: new Date('2026-05-04T03:02:01Z'),
  files: [
    { path: 'photo.jpg', originalName: 'photo.jpg', resource: 'asset', id: 12, sizeBytes: 1_234_567, crc32: 0xab, sha256: 'a'.repeat(64) },
    { path: 'a_b.jpg', originalName: 'a\r\n/b.jpg', resource: 'asset', id: '13', sizeBytes: 0, crc32: 0, sha256: 'b'.repeat(64) },
  ],
  omissions: [{ name: 'film.mov', resource: 'asset', id: 14, reason: 'Its file\nis missing' }],
}

test('the JSON tells every file and every omission', () => {
  expect(JSON.parse(formatManifestJson(manifest).toString())).toEqual({
    format: 'cartouche-archive-manifest/1', title: 'Été 写真', madeAt: '2026-05-04T03:02:01.000Z', fileCount: 2, sizeBytes: 1_234_567, omissionCount: 1,
    files: [{ ...manifest.files[0], crc32: '000000ab' }, { ...manifest.files[1], crc32: '00000000' }],
    omissions: manifest.omissions,
  })
})

test('the text tells every file and every omission, a line each', () => {
  expect(formatManifestText(manifest).toString()).toBe([
    '\ufeffÉté 写真', 'Made 2026-05-04 03:02 UTC', '2 files, 1,234,567 bytes', '',
    'NOT in this archive (1):', '  film.mov (asset 14): Its file is missing', '',
    'In this archive:',
    '  photo.jpg (asset 12, 1,234,567 bytes)', `    CRC-32 000000ab, SHA-256 ${'a'.repeat(64)}`,
    '  a_b.jpg (asset 13, 0 bytes, was called "a /b.jpg")', `    CRC-32 00000000, SHA-256 ${'b'.repeat(64)}`, '',
  ].join('\r\n'))
})

test('with nothing left out the text says so, and the JSON of nothing is JSON', () => {
  const empty = { ...manifest, files: [], omissions: [] }
  expect(formatManifestText(empty).toString()).toContain('Everything that was asked for is in this archive.')
  expect(JSON.parse(formatManifestJson(empty).toString())).toMatchObject({ files: [], omissions: [], sizeBytes: 0 })
})
