import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'

const compress = promisify(gzip)
/** Smaller answers are not worth it; the same as the server's for all others. */
export const compressFromBytes = 2048

/** An answer as it was written before. */
interface Written {
  readonly text: string
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
 * 10,000 carts that is most of the work. An answer is never changed after it was given.
 */
export async function writeAnswer(answer: unknown, acceptEncoding: string): Promise<AnswerBody> {
  if (typeof answer !== 'object' || answer === null) return { body: JSON.stringify(answer), isGzip: false }
  const written = writtenBefore.get(answer)
  if (written === undefined) {
    const text = JSON.stringify(answer)
    writtenBefore.set(answer, { text })
    return { body: text, isGzip: false }
  }
  if (written.text.length < compressFromBytes || negotiate(acceptEncoding, ['gzip']) === null)
    return { body: written.text, isGzip: false }
  written.compressed ??= compress(written.text)
  return { body: await written.compressed, isGzip: true }
}
