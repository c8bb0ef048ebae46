/** Decoded pictures around the one that is shown: so many before and after it, and nothing else is kept. */
export const ahead = { before: 2, after: 4 } as const

/** Pictures by address, decoded before they are shown. */
export interface DecodedPictures {
  /** The decoded picture; undefined while it is not there, null where there is none. */
  get(url: string): ImageBitmap | null | undefined
  /** Has these decoded, the first first, and lets go of all others. */
  want(urls: readonly string[]): void
  clear(): void
}

/**
 * Creates a place for decoded pictures. A picture of 1600 px takes some 7 MB decoded: those that are no
 * longer wanted are closed at once, and not left to be collected.
 * @param onReady called with the address of each that came, or failed
 */
export function createDecodedPictures(
  onReady: (url: string) => void,
  load: (url: string, signal: AbortSignal) => Promise<ImageBitmap> = decode,
): DecodedPictures {
  const pictures = new Map<string, { bitmap?: ImageBitmap | null; readonly leaving: AbortController }>()
  const drop = (url: string): void => {
    const picture = pictures.get(url)
    picture?.leaving.abort()
    picture?.bitmap?.close()
    pictures.delete(url)
  }
  const start = (url: string): void => {
    const own: { bitmap?: ImageBitmap | null; readonly leaving: AbortController } = {
      leaving: new AbortController(),
    }
    pictures.set(url, own)
    const settle = (bitmap: ImageBitmap | null): void => {
      if (pictures.get(url) !== own) return bitmap?.close()
      own.bitmap = bitmap
      onReady(url)
    }
    load(url, own.leaving.signal).then(settle, () => settle(null))
  }
  return {
    get: (url) => pictures.get(url)?.bitmap,
    want(urls) {
      const wanted = new Set(urls)
      for (const url of pictures.keys()) if (!wanted.has(url)) drop(url)
      for (const url of wanted) if (!pictures.has(url)) start(url)
    },
    clear() {
      for (const url of pictures.keys()) drop(url)
    },
  }
}

async function decode(url: string, signal: AbortSignal): Promise<ImageBitmap> {
  const answer = await fetch(url, { signal, credentials: 'same-origin' })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  return createImageBitmap(await answer.blob())
}

/** The places to have decoded around one, the nearest first, in both directions. */
export function placesAround(index: number, count: number): readonly number[] {
  const places = [index]
  for (let by = 1; by <= Math.max(ahead.before, ahead.after); by++) {
    if (by <= ahead.after) places.push(index + by)
    if (by <= ahead.before) places.push(index - by)
  }
  return places.filter((place) => place >= 0 && place < count)
}
