/** The tiles of a picture: its size, and where in the archive each tile stands. */
export interface TileArchive {
  readonly width: number
  readonly height: number
  readonly tilePx: number
  /** The number of the level in full size; each one before has half its width. */
  readonly lastLevel: number
  /** Bytes of a tile in the archive, from the head of its entry; undefined where there is none. */
  readonly spanOf: (tile: Tile) => EntrySpan | undefined
}

/** A tile of a level, by its column and row. */
export interface Tile {
  readonly level: number
  readonly x: number
  readonly y: number
}
/** Bytes of a file, the end not included. */
export interface Span {
  readonly start: number
  readonly end: number
}
/** The bytes of an entry with its local head, and the size of its content. */
export interface EntrySpan extends Span {
  readonly sizeBytes: number
}

const endMark = 0x0605_4b50
const entryMark = 0x0201_4b50
const endBytes = 22
const entryBytes = 46
const localBytes = 30

/**
 * Where the directory of a ZIP archive stands, from its last bytes; undefined where they are not the end of
 * one.
 * @source APPNOTE 6.3.10, 4.3.16
 */
export function findDirectory(tail: Uint8Array): Span | undefined {
  const view = new DataView(tail.buffer, tail.byteOffset, tail.byteLength)
  for (let at = tail.length - endBytes; at >= 0; at--) {
    if (view.getUint32(at, true) !== endMark) continue
    const start = view.getUint32(at + 16, true)
    return { start, end: start + view.getUint32(at + 12, true) }
  }
  return undefined
}

/**
 * The entries of a directory by name, each from its local head to where the next one begins.
 * @source APPNOTE 6.3.10, 4.3.12
 */
export function readDirectory(bytes: Uint8Array, directoryStart: number): ReadonlyMap<string, EntrySpan> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const starts: { readonly name: string; readonly start: number; readonly sizeBytes: number }[] = []
  for (let at = 0; at + entryBytes <= bytes.length && view.getUint32(at, true) === entryMark;) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) =>
      view.getUint16(at + field, true),
    )
    const nameEnd = at + entryBytes + (nameLength ?? 0)
    starts.push({
      name: new TextDecoder().decode(bytes.subarray(at + entryBytes, nameEnd)),
      start: view.getUint32(at + 42, true),
      sizeBytes: view.getUint32(at + 20, true),
    })
    at = nameEnd + (extraLength ?? 0) + (commentLength ?? 0)
  }
  const inOrder = starts.toSorted((a, b) => a.start - b.start)
  return new Map(
    inOrder.map(({ name, start, sizeBytes }, index) => [
      name,
      { start, end: inOrder[index + 1]?.start ?? directoryStart, sizeBytes },
    ]),
  )
}

/**
 * The content of a stored entry, from its bytes with the local head. Its size is that of the directory: who
 * writes as a stream does not know it in the head.
 * @source APPNOTE 6.3.10, 4.3.7
 */
export function contentOf(entry: Uint8Array, sizeBytes: number): Uint8Array<ArrayBuffer> {
  const view = new DataView(entry.buffer, entry.byteOffset, entry.byteLength)
  const from = localBytes + view.getUint16(26, true) + view.getUint16(28, true)
  return new Uint8Array(entry.subarray(from, from + sizeBytes))
}

/** Reads the bytes of a span, or the last ones of the file. */
export type ReadBytes = (range: Span | { readonly last: number }) => Promise<Uint8Array>

const tailBytes = 65_536

/**
 * Reads where the tiles of a picture stand. Undefined where the file is no archive of tiles.
 * @source Deep Zoom's file format
 */
export async function openTileArchive(read: ReadBytes): Promise<TileArchive | undefined> {
  const directory = findDirectory(await read({ last: tailBytes }))
  if (directory === undefined) return undefined
  const entries = readDirectory(await read(directory), directory.start)
  const description = [...entries].find(([name]) => name.endsWith('.dzi'))?.[1]
  if (description === undefined) return undefined
  const text = new TextDecoder().decode(contentOf(await read(description), description.sizeBytes))
  const numberOf = (name: string): number => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(text)?.[1] ?? 0)
  const [width, height, tilePx] = [numberOf('Width'), numberOf('Height'), numberOf('TileSize')]
  if (width === 0 || height === 0 || tilePx === 0) return undefined
  const tiles = new Map(
    [...entries].map(([name, span]) => [/(\d+\/\d+_\d+)\.jpe?g$/.exec(name)?.[1] ?? name, span]),
  )
  return {
    width,
    height,
    tilePx,
    lastLevel: Math.ceil(Math.log2(Math.max(width, height))),
    spanOf: ({ level, x, y }) => tiles.get(`${level}/${x}_${y}`),
  }
}

/** A part of a picture, in pixels of its full size. */
export interface Part {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** A tile with the part of the picture that it shows. */
export interface PlacedTile extends Tile {
  readonly part: Part
}

/**
 * The tiles that show a part of a picture sharply: of the smallest level that has a pixel for each of the
 * screen's.
 * @param shownScale device pixels for each pixel of the full size
 */
export function tilesFor(
  { width, height, tilePx, lastLevel }: Pick<TileArchive, 'width' | 'height' | 'tilePx' | 'lastLevel'>,
  seen: Part,
  shownScale: number,
): PlacedTile[] {
  const level = Math.max(
    0,
    Math.min(lastLevel, lastLevel + Math.ceil(Math.log2(Math.max(shownScale, 2 ** -lastLevel)) - 0.1)),
  )
  const side = tilePx * 2 ** (lastLevel - level)
  const [columns, rows] = [Math.ceil(width / side), Math.ceil(height / side)]
  const range = (from: number, to: number, count: number): number[] => {
    const first = Math.max(0, Math.floor(from / side))
    return Array.from(
      { length: Math.max(0, Math.min(count, Math.ceil(to / side)) - first) },
      (_none, at) => first + at,
    )
  }
  return range(seen.top, seen.bottom, rows).flatMap((y) =>
    range(seen.left, seen.right, columns).map((x) => ({
      level,
      x,
      y,
      part: {
        left: x * side,
        top: y * side,
        right: Math.min(width, (x + 1) * side),
        bottom: Math.min(height, (y + 1) * side),
      },
    })),
  )
}
