import { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { mostLentChunks, type LentChunk } from './chunk-slots.ts'

/**
 * A stream of lent chunks. Any consumer gets copies, but an HTTP response that it is piped to gets the chunks
 * themselves, each given back when the socket has written it.
 * @source measured: copies halve the speed of an archive
 */
export class LentChunksStream extends Readable {
  readonly #next: () => Promise<LentChunk | undefined>

  constructor(next: () => Promise<LentChunk | undefined>) {
    super({ highWaterMark: 1 })
    this.#next = next
  }

  override _read(): void {
    this.#next()
      .then((chunk) => {
        const copy = chunk && Buffer.from(chunk.bytes)
        chunk?.giveBack()
        this.push(copy ?? null)
      })
      .catch((error: Error) => this.destroy(error))
  }

  override pipe<Target extends NodeJS.WritableStream>(target: Target, options?: { end?: boolean }): Target {
    if (!(target instanceof ServerResponse)) return super.pipe(target, options)
    this.#sendAll(target)
      .then((isWhole) => {
        if (!isWhole) return
        if (options?.end !== false) target.end()
        this.push(null)
        this.resume() // so that it ends, for those who wait for its end
      })
      .catch((error: Error) => this.destroy(error))
    return target
  }

  async #sendAll(response: ServerResponse): Promise<boolean> {
    const closed = new Promise<'closed'>((resolve) => {
      this.once('close', () => resolve('closed'))
    })
    const unsent: Promise<unknown>[] = []
    for (let chunk = await this.#next(); chunk !== undefined; chunk = await this.#next()) {
      if (this.destroyed) return false
      unsent.push(send(response, chunk))
      // A response that is gone need not call back; then this stream is destroyed too.
      if (unsent.length === mostLentChunks && (await Promise.race([unsent.shift(), closed])) === 'closed')
        return false
    }
    return !this.destroyed
  }
}

function send(response: ServerResponse, { bytes, giveBack }: LentChunk): Promise<void> {
  return new Promise((resolve) => {
    response.write(bytes, () => {
      giveBack()
      resolve()
    })
  })
}
