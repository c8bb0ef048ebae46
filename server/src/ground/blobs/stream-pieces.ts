import { Readable } from 'node:stream'

/**
 * A stream of what a generator gives. Destroyed, it aborts the generator's signal at once, also while a piece
 * is awaited.
 */
export function streamPieces(
  generate: (signal: AbortSignal) => AsyncGenerator<Uint8Array, void, undefined>,
): Readable {
  const stop = new AbortController()
  const pieces = generate(stop.signal)
  return new Readable({
    highWaterMark: 256 * 1024,
    read() {
      pieces.next().then(
        ({ value }) => this.push(value ?? null),
        (error: Error) => this.destroy(error),
      )
    },
    destroy(error, done) {
      stop.abort()
      // What it fails with now is of no interest.
      pieces.return().catch(() => {})
      done(error)
    },
  })
}
