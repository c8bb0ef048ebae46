import { decode, isBlurhashValid } from 'blurhash'

/** Size of the blurred picture, px: more cannot be seen in a blur. */
const [width, height] = [16, 12]
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~'
/** Blurred pictures that are remembered. */
const rememberedCount = 2000
const remembered = new Map<string, string>()
let canvas: HTMLCanvasElement | undefined

/**
 * The one colour that a picture is on average, as CSS; undefined where the hash is missing or broken. It
 * costs next to nothing.
 */
export function averageColour(hash: string | null | undefined): string | undefined {
  if (typeof hash !== 'string' || hash.length < 6) return undefined
  const value = [2, 3, 4, 5].reduce((sum, at) => sum * 83 + digits.indexOf(hash[at] ?? ''), 0)
  return value >= 0 && value < 2 ** 24 ? `#${value.toString(16).padStart(6, '0')}` : undefined
}

/**
 * The blurred colours of a picture as an address of their own, to stand behind it while it loads; undefined
 * where the hash is missing or broken.
 */
export function blurredPicture(hash: string | null | undefined): string | undefined {
  if (typeof hash !== 'string' || !isBlurhashValid(hash).result) return undefined
  const known = remembered.get(hash)
  if (known !== undefined) return known
  // One canvas for all: one in every picture of a wall is memory that the browser has to clear up while
  // someone scrolls.
  canvas ??= Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) return undefined
  const image = context.createImageData(width, height)
  image.data.set(decode(hash, width, height))
  context.putImageData(image, 0, 0)
  if (remembered.size >= rememberedCount) remembered.clear()
  const url = canvas.toDataURL()
  remembered.set(hash, url)
  return url
}
