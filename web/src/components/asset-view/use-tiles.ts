import { useEffect, useRef, useState } from 'react'
import { fetchMade } from '../../connection/fetch-made.ts'
import {
  contentOf,
  openTileArchive,
  tilesFor,
  type Part,
  type PlacedTile,
  type ReadBytes,
  type TileArchive,
} from './tile-archive.ts'

/**
 * The real pixels of a picture. `none`: there are no others than those of its preview, or this person may not
 * see them.
 */
export interface Tiles {
  readonly is: 'idle' | 'coming' | 'there' | 'none'
  readonly archive: TileArchive | undefined
  /** Those in sight that have come, each with its address. */
  readonly shown: readonly (PlacedTile & { readonly src: string })[]
}

interface Seen {
  readonly part: Part
  readonly shownScale: number
}

/** Tiles that stay loaded: several windows full. */
const maxTiles = 160

/**
 * Loads the tiles of what is in sight, by their place in the archive of the rendition `tiles`.
 * @param url of the archive; undefined while real pixels are not needed, or not allowed
 * @param seen what of the picture is in sight; null while it fits the window
 */
export function useTiles(url: string | undefined, seen: Seen | null): Tiles {
  const [opened, setOpened] = useState<{ readonly url: string; readonly archive: TileArchive | null } | null>(
    null,
  )
  const [sources, setSources] = useState<ReadonlyMap<string, string>>(new Map())
  const store = useRef<TileStore>(null)
  const isAsked = url !== undefined && seen !== null
  useEffect(() => {
    if (!isAsked) return undefined
    const abort = new AbortController()
    openTileArchive(reader(url, abort.signal))
      .catch(() => undefined)
      .then(
        (archive) => {
          if (!abort.signal.aborted) setOpened({ url, archive: archive ?? null })
        },
        () => undefined,
      )
    store.current = createTileStore((spanOf) => reader(url, abort.signal)(spanOf), setSources)
    return () => {
      abort.abort()
      store.current?.close()
    }
  }, [isAsked, url])
  const archive = opened?.url === url ? (opened?.archive ?? undefined) : undefined
  const wanted = archive && seen ? tilesFor(archive, seen.part, seen.shownScale) : []
  const key = wanted.map(keyOf).join(' ')
  useEffect(() => {
    if (archive) store.current?.want(wanted, archive)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key says which are wanted
  }, [archive, key])
  const isRefused = opened !== null && opened.url === url && opened.archive === null
  return {
    is: !isAsked
      ? 'idle'
      : isRefused
        ? 'none'
        : archive === undefined || wanted.some((tile) => !sources.has(keyOf(tile)))
          ? 'coming'
          : 'there',
    archive,
    shown: wanted.flatMap((tile) => {
      const src = sources.get(keyOf(tile))
      return src === undefined ? [] : [{ ...tile, src }]
    }),
  }
}

/** A tile by its level, column and row. */
export function keyOf({ level, x, y }: PlacedTile): string {
  return `${level}/${x}_${y}`
}

/** Reads ranges of a file that may have to be made first. @throws Error where it cannot be had */
function reader(url: string, signal: AbortSignal): ReadBytes {
  return async (range) => {
    const header = 'last' in range ? `bytes=-${range.last}` : `bytes=${range.start}-${range.end - 1}`
    const response = await fetchMade(url, { headers: { range: header }, signal })
    return new Uint8Array(await response.arrayBuffer())
  }
}

interface TileStore {
  want(tiles: readonly PlacedTile[], archive: TileArchive): void
  close(): void
}

/** Keeps the tiles that came, the last ones used longest. */
function createTileStore(
  read: ReadBytes,
  onChange: (sources: ReadonlyMap<string, string>) => void,
): TileStore {
  const sources = new Map<string, string>()
  const coming = new Set<string>()
  const load = async (tile: PlacedTile, archive: TileArchive): Promise<void> => {
    const span = archive.spanOf(tile)
    if (span === undefined) return
    const src = URL.createObjectURL(
      new Blob([contentOf(await read(span), span.sizeBytes)], { type: 'image/jpeg' }),
    )
    sources.set(keyOf(tile), src)
    for (const [old, oldSrc] of [...sources].slice(0, Math.max(0, sources.size - maxTiles))) {
      URL.revokeObjectURL(oldSrc)
      sources.delete(old)
    }
    onChange(new Map(sources))
  }
  return {
    want(tiles, archive) {
      for (const tile of tiles) {
        const key = keyOf(tile)
        const known = sources.get(key)
        if (known !== undefined) {
          sources.delete(key)
          sources.set(key, known)
        } else if (!coming.has(key)) {
          coming.add(key)
          // One that fails is asked for again when it is next in sight.
          void load(tile, archive)
            .catch(() => undefined)
            .finally(() => coming.delete(key))
        }
      }
    },
    close() {
      for (const src of sources.values()) URL.revokeObjectURL(src)
      sources.clear()
      onChange(new Map())
    },
  }
}
