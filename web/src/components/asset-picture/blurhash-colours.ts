import { decode, isBlurhashValid } from 'blurhash'

/** Size of the blurred picture, px: more cannot be seen in a blur. */
const [width, height] = [16, 12]
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~'
/** Blurred pictures that are remembered. */
const rememberedCount = 2000
const remembered = new Map<string, string>()

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
  if (remembered.size >= rememberedCount) remembered.clear()
  const url = `data:image/bmp;base64,${btoa(String.fromCharCode(...bitmapOf(decode(hash, width, height))))}`
  remembered.set(hash, url)
  return url
}

const headBytes = 54

/**
 * Pixels as a file: a bitmap, which needs neither a canvas nor compression. A wall of a hundred pictures has
 * as many of them before it is drawn.
 */
function bitmapOf(pixels: Uint8ClampedArray): Uint8Array {
  const bytes = new Uint8Array(headBytes + width * height * 3)
  const head = new DataView(bytes.buffer)
  bytes.set([0x42, 0x4d])
  head.setUint32(2, bytes.length, true)
  head.setUint32(10, headBytes, true)
  head.setUint32(14, 40, true)
  head.setInt32(18, width, true)
  // Below zero: the rows come from above.
  head.setInt32(22, -height, true)
  head.setUint16(26, 1, true)
  head.setUint16(28, 24, true)
  // Rows are filled up to four bytes: these are 48 bytes long.
  for (let at = 0; at < width * height; at++)
    for (let channel = 0; channel < 3; channel++)
      bytes[headBytes + at * 3 + channel] = pixels[at * 4 + 2 - channel] ?? 0
  return bytes
}
