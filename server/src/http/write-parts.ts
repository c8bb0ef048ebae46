import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'

const deflate = promisify(deflateRaw)

/** Some items of a list as JSON, without the brackets. */
interface WrittenPart {
  readonly text: Buffer
  deflated?: Promise<Buffer>
}

/** Lives as long as the part itself. */
const writtenParts = new WeakMap<object, WrittenPart>()

/**
 * A list as JSON, written by its parts, of which none is empty. Each part is written and compressed once, as
 * long as it is the same object. What is compressed is one gzip file of one member, as some clients read no
 * further: blocks of deflate follow each other on whole bytes, and none refers to what stands before it.
 * @source RFC 1951 §3.2.3 and §3.2.4, RFC 1952 §2.3
 */
export function writeParts(parts: readonly (readonly object[])[]): {
  readonly sizeBytes: number
  readonly text: () => Buffer
  readonly compress: () => Promise<Buffer>
} {
  const written = parts.map(writePart)
  const texts = [open, ...written.flatMap((part, at) => (at === 0 ? part.text : [comma, part.text])), close]
  const sizeBytes = texts.reduce((sum, { length }) => sum + length, 0)
  return {
    sizeBytes,
    text: () => Buffer.concat(texts, sizeBytes),
    compress: async () => {
      const deflated = await Promise.all(written.map(deflatePart))
      return Buffer.concat([
        gzipHead,
        stored(open),
        ...deflated.flatMap((part, at) => (at === 0 ? part : [stored(comma), part])),
        stored(close, { isLast: true }),
        gzipEnd(texts, sizeBytes),
      ])
    },
  }
}

const [open, comma, close] = [Buffer.from('['), Buffer.from(','), Buffer.from(']')]

function writePart(part: readonly object[]): WrittenPart {
  const before = writtenParts.get(part)
  if (before) return before
  const written = { text: Buffer.from(JSON.stringify(part).slice(1, -1)) }
  writtenParts.set(part, written)
  return written
}

/** Ends on a whole byte, and with a block that is not the last. */
function deflatePart(part: WrittenPart): Promise<Buffer> {
  part.deflated ??= deflate(part.text, { finishFlush: constants.Z_SYNC_FLUSH })
  return part.deflated
}

/** Deflate, no flags, no time, an unknown system. */
const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])

function gzipEnd(texts: readonly Buffer[], sizeBytes: number): Buffer {
  const end = Buffer.alloc(8)
  end.writeUInt32LE(
    texts.reduce((sum, text) => crc32(text, sum), 0),
    0,
  )
  end.writeUInt32LE(sizeBytes % 2 ** 32, 4)
  return end
}

/** Bytes as a block that is not compressed. */
function stored(bytes: Buffer, { isLast = false } = {}): Buffer {
  const head = Buffer.alloc(5)
  head[0] = isLast ? 1 : 0
  head.writeUInt16LE(bytes.length, 1)
  head.writeUInt16LE(bytes.length ^ 0xffff, 3)
  return Buffer.concat([head, bytes])
}
