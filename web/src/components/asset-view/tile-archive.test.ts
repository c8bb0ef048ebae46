import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contentOf, findDirectory, openTileArchive, tilesFor, type ReadBytes } from './tile-archive.ts'

/** A ZIP archive of stored entries, as small as it can be. */
function zip(entries: Readonly<Record<string, string>>): Uint8Array {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, text] of Object.entries(entries)) {
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x0403_4b50, 0)
    local.writeUInt16LE(name.length, 26)
    local.writeUInt16LE(4, 28)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x0201_4b50, 0)
    entry.writeUInt32LE(text.length, 20)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(at, 42)
    parts.push(local, Buffer.from(name), Buffer.alloc(4), Buffer.from(text))
    directory.push(entry, Buffer.from(name))
    at += 34 + name.length + text.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x0605_4b50, 0)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, listed, end])
}
const reading =
  (bytes: Uint8Array): ReadBytes =>
  async (range) =>
    'last' in range ? bytes.slice(-range.last) : bytes.slice(range.start, range.end)
const dzi = '<Image Format="jpg" Overlap="0" TileSize="512"><Size Height="900" Width="1300"/></Image>'

test('the tiles of an archive are found by level, column and row, and read by their range alone', async () => {
  const bytes = zip({
    'picture.dzi': dzi,
    'picture_files/11/0_0.jpg': 'first',
    'picture_files/11/2_1.jpg': 'last one',
    'vips-properties.xml': '<x/>',
  })
  const archive = await openTileArchive(reading(bytes))
  expect(archive).toMatchObject({ width: 1300, height: 900, tilePx: 512, lastLevel: 11 })
  const span = archive?.spanOf({ level: 11, x: 2, y: 1 })
  expect(new TextDecoder().decode(contentOf(bytes.slice(span?.start, span?.end), span?.sizeBytes ?? 0))).toBe(
    'last one',
  )
  expect(archive?.spanOf({ level: 11, x: 9, y: 9 })).toBeUndefined()
})

test('what is no archive of tiles is none', async () => {
  for (const bytes of [
    new Uint8Array(),
    new Uint8Array(200),
    zip({}),
    zip({ 'picture.dzi': '<Image/>' }),
    zip({ 'a.jpg': 'x' }),
  ])
    expect(await openTileArchive(reading(bytes))).toBeUndefined()
  expect(
    findDirectory(new TextEncoder().encode('nothing of the kind, though long enough to be')),
  ).toBeUndefined()
})

test('the tiles of a part cover it, few of them, and at 100 % those of the full size', () => {
  const size = { width: 12_000, height: 8000, tilePx: 512, lastLevel: 14 }
  const seen = { left: 3000, top: 2000, right: 4400, bottom: 2900 }
  const tiles = tilesFor(size, seen, 1)
  expect([...new Set(tiles.map(({ level }) => level))]).toEqual([14])
  expect(tiles.length).toBeLessThanOrEqual(12)
  const whole = tilesFor(size, { left: 0, top: 0, right: 12_000, bottom: 8000 }, 0.12)
  expect([whole[0]?.level, whole.length <= 12]).toEqual([11, true])
  fc.assert(
    fc.property(
      fc.nat(11_000),
      fc.nat(7000),
      fc.double({ min: 0.01, max: 8, noNaN: true }),
      (left, top, scale) => {
        const part = {
          left,
          top,
          right: Math.min(12_000, left + 1400 / scale),
          bottom: Math.min(8000, top + 900 / scale),
        }
        const found = tilesFor(size, part, scale)
        expect(found.length).toBeLessThanOrEqual(60)
        expect(Math.min(...found.map((tile) => tile.part.left))).toBeLessThanOrEqual(part.left)
        expect(Math.max(...found.map((tile) => tile.part.right))).toBeGreaterThanOrEqual(part.right)
        expect(Math.max(...found.map((tile) => tile.part.bottom))).toBeGreaterThanOrEqual(part.bottom)
      },
    ),
  )
})
