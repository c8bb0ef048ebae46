import { expect, test } from 'vitest'
import { formatManifestText, type ArchiveManifest } from './archive-manifest.ts'

const manifest: ArchiveManifest = {
  title: 'Été 写真',
  madeAt: new Date('2026-05-04T03:02:01Z'),
  files: [
    {
      entryName: 'photo.jpg',
      fileName: 'photo.jpg',
      assetId: 12,
      sizeBytes: 1_234_567,
      crc32: 0xab,
      sha256: 'a'.repeat(64),
    },
    {
      entryName: 'a_b.jpg',
      fileName: 'a\r\n/b.jpg',
      assetId: 13,
      sizeBytes: 0,
      crc32: 0,
      sha256: 'b'.repeat(64),
    },
  ],
  omissions: [{ name: 'film.mov', type: 'asset', id: 14, reason: 'Its file\nis missing' }],
}

test('the text names every file and every omission, a line each', () => {
  expect(formatManifestText(manifest).toString()).toBe(
    [
      '\ufeffÉté 写真',
      'Made 2026-05-04 03:02 UTC',
      '2 files, 1,234,567 bytes',
      '',
      'NOT in this archive (1):',
      '  film.mov (asset 14): Its file is missing',
      '',
      'In this archive:',
      '  photo.jpg (asset 12, 1,234,567 bytes)',
      `    CRC-32 000000ab, SHA-256 ${'a'.repeat(64)}`,
      '  a_b.jpg (asset 13, 0 bytes, was called "a /b.jpg")',
      `    CRC-32 00000000, SHA-256 ${'b'.repeat(64)}`,
      '',
    ].join('\r\n'),
  )
})

test('with nothing left out the text says so', () => {
  expect(formatManifestText({ ...manifest, files: [], omissions: [] }).toString()).toContain(
    'Everything that was asked for is in this archive.',
  )
})

test('whoever has no name is unknown, and sizes have their digits in groups', () => {
  const text = formatManifestText({
    ...manifest,
    files: [5, 100, 1000, 12_345, 1_000_000_000].map((sizeBytes, at) => ({
      entryName: `${at}`,
      fileName: `${at}`,
      assetId: at,
      sizeBytes,
      crc32: 1,
      sha256: '',
    })),
    omissions: [{ name: '', type: 'asset', id: 1, reason: 'no' }],
  }).toString()
  expect(text).toContain('  (unknown) (asset 1): no')
  expect(text.match(/[\d,]+ bytes\)/g)).toEqual([
    '5 bytes)',
    '100 bytes)',
    '1,000 bytes)',
    '12,345 bytes)',
    '1,000,000,000 bytes)',
  ])
})
