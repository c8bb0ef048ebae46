import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  decodeArchiveLayout,
  encodeArchiveLayout,
  entryAt,
  layOutArchive,
  sourceAt,
  type ArchiveEntry,
} from './archive-layout.ts'

const sha256 = createHash('sha256').update('blob').digest('hex')
const entry: ArchiveEntry = {
  name: 'a.txt',
  sizeBytes: 4,
  crc32: 0xfedcba98,
  modifiedAt: new Date(1_700_000_000_000),
  source: { sha256 },
}

test('an encoded layout is decoded whole, from bytes at any address', () => {
  const layout = layOutArchive([
    entry,
    { ...entry, name: 'ü/b.txt', sizeBytes: 5_000_000_000 },
    { ...entry, name: 'c', sizeBytes: 2, source: { bytes: Buffer.from('hi') } },
  ])
  const shifted = Buffer.concat([Buffer.from('x'), encodeArchiveLayout(layout)]).subarray(1)
  const decoded = decodeArchiveLayout(shifted)
  expect(decoded).toEqual(layout)
  expect(entryAt(decoded, 1)).toEqual({
    name: Buffer.from('ü/b.txt'),
    sizeBytes: 5_000_000_000,
    crc32: 0xfedcba98,
    modifiedSeconds: 1_700_000_000,
    offset: 30 + 5 + 9 + 4,
  })
  expect(sourceAt(decoded, 1)).toEqual({ sha256 })
  expect(sourceAt(decoded, 2)).toEqual({ bytes: Buffer.from('hi') })
})

test.each([
  Buffer.alloc(0),
  Buffer.alloc(16),
  Buffer.from('CAP1 and more than that'),
  encodeArchiveLayout(layOutArchive([entry])).subarray(0, -1),
])('bytes that are no layout are refused', (bytes) => {
  expect(() => decodeArchiveLayout(bytes)).toThrow(TypeError)
})

test('equal entries give an equal ETag, and any difference another', () => {
  const tagOf = (change: Partial<ArchiveEntry>): string => layOutArchive([{ ...entry, ...change }]).etag
  expect(tagOf({})).toMatch(/^"[\w-]{43}"$/)
  expect(tagOf({ modifiedAt: new Date(1_700_000_000_400) })).toBe(tagOf({}))
  const others = [
    { name: 'b.txt' },
    { sizeBytes: 5 },
    { crc32: 1 },
    { modifiedAt: new Date(0) },
    { source: { sha256: 'f'.repeat(64) } },
  ].map(tagOf)
  expect(new Set([...others, tagOf({})]).size).toBe(6)
})

test('instants beyond what a zip can express are moved to its first or last second', () => {
  const secondsOf = (modifiedAt: Date): number =>
    entryAt(layOutArchive([{ ...entry, modifiedAt }]), 0).modifiedSeconds
  expect(secondsOf(new Date('1820-01-01'))).toBe(-(2 ** 31))
  expect(secondsOf(new Date('2820-01-01'))).toBe(2 ** 31 - 1)
})

test.each<[string, Partial<ArchiveEntry>]>([
  ['an empty name', { name: '' }],
  ['a climbing name', { name: '../a' }],
  ['a climbing folder', { name: 'a/../b' }],
  ['an absolute name', { name: '/a' }],
  ['a folder', { name: 'a/' }],
  ['a backslash', { name: 'a\\b' }],
  ['a zero byte', { name: 'a\0' }],
  ['a name too long', { name: 'a'.repeat(65_536) }],
  ['half a byte', { sizeBytes: 0.5 }],
  ['a negative size', { sizeBytes: -1 }],
  ['a negative CRC-32', { crc32: -1 }],
  ['no instant', { modifiedAt: new Date(Number.NaN) }],
  ['no hash', { source: { sha256: 'abc' } }],
  ['bytes of another size', { source: { bytes: Buffer.alloc(3) } }],
])('%s is refused', (_, change) => {
  expect(() => layOutArchive([{ ...entry, ...change }])).toThrow(TypeError)
})

test('a doubled name is refused', () => {
  expect(() => layOutArchive([entry, entry])).toThrow(TypeError)
})
