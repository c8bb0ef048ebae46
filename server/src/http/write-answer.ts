import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import { partsOf } from '../ground/answer-parts.ts'
import { writeParts } from './write-parts.ts'

const compress = promisify(gzip)
/** Smaller answers are not worth it; the same as the server's for all others. */
export const compressFromBytes = 2048

/** An answer as it was written before. */
interface Written {
  /** Of a text its length, which is not much less. */
  readonly sizeBytes: number
  readonly text: () => string | Buffer
  readonly compress: () => Promise<Buffer>
  compressed?: Promise<Buffer>
}

/** Lives as long as the answer itself: for most of them, until they are sent. */
const writtenBefore = new WeakMap<object, Written>()

/** The body of an answer; `gzip`: compressed already. */
export interface AnswerBody {
  readonly body: string | Buffer
  readonly isGzip: boolean
}

/**
 * An answer as JSON. One that is remembered and given again is written once and compressed once: of a list of
 * 10,000 carts that is most of the work. One that was joined of parts is compressed at once, by its parts. An
 * answer is never changed after it was given.
 */
export async function writeAnswer(answer: unknown, acceptEncoding: string): Promise<AnswerBody> {
  if (typeof answer !== 'object' || answer === null) return { body: JSON.stringify(answer), isGzip: false }
  const before = writtenBefore.get(answer)
  const parts = partsOf(answer)
  const written = before ?? write(answer, parts)
  writtenBefore.set(answer, written)
  if (
    (!before && !parts) ||
    written.sizeBytes < compressFromBytes ||
    negotiate(acceptEncoding, ['gzip']) === null
  )
    return { body: written.text(), isGzip: false }
  written.compressed ??= written.compress()
  return { body: await written.compressed, isGzip: true }
}

function write(answer: object, parts: ReturnType<typeof partsOf>): Written {
  if (parts) return writeParts(parts)
  const text = JSON.stringify(answer)
  return { sizeBytes: text.length, text: () => text, compress: () => compress(text) }
}
