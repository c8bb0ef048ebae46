import type { Readable } from 'node:stream'
import type { BlobPart, BlobStretch, JoinBlobs, JoinedPart } from './blob-store.ts'
import { streamPieces } from './stream-pieces.ts'

/** How a store that is a round trip away reads. */
export type AheadReader = {
  /** All bytes of a stretch of at most `smallBytes`, in pieces. */
  readonly read: (stretch: BlobStretch, signal: AbortSignal) => Promise<readonly Uint8Array[]>
  readonly open: (sha256: string, part: BlobPart) => Readable
}

/** Stretches up to this are read whole ahead of their turn; larger ones are opened when it comes. */
const smallBytes = 1024 * 1024
/** @source bench archive of an S3 store: more at once are no faster */
const mostAhead = 16
const mostAheadBytes = 8 * 1024 * 1024
/** Pieces below this go out together; above it, a copy costs more than a piece. */
const gatheredBytes = 16 * 1024

type Ahead = {
  readonly head: Uint8Array
  readonly bytes: number
  readonly small?: Promise<readonly Uint8Array[]> | undefined
  readonly large?: BlobStretch | undefined
}

/**
 * Joins blobs of a store that answers late: the next small ones are asked for while the consumer still gets
 * those before, so that thousands of them do not cost a round trip each.
 * @source decision 0191
 */
export function joinAhead(reader: AheadReader): JoinBlobs {
  return (parts) => streamPieces((signal) => gather(piecesOf(parts, reader, signal)))
}

async function* piecesOf(
  parts: Iterable<JoinedPart>,
  reader: AheadReader,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const { head, small, large } of readAhead(parts, reader, signal)) {
    yield head
    if (small) yield* await small
    if (large) yield* opened(reader, large)
  }
}

async function* gather(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  let waiting: Uint8Array[] = []
  let waitingBytes = 0
  for await (const piece of pieces) {
    if (piece.length < gatheredBytes) {
      waiting.push(piece)
      waitingBytes += piece.length
    }
    if (waitingBytes > 0 && (piece.length >= gatheredBytes || waitingBytes >= gatheredBytes)) {
      yield waiting.length === 1 ? (waiting[0] ?? piece) : Buffer.concat(waiting)
      waiting = []
      waitingBytes = 0
    }
    if (piece.length >= gatheredBytes) yield piece
  }
  if (waitingBytes > 0) yield Buffer.concat(waiting)
}

async function* readAhead(
  parts: Iterable<JoinedPart>,
  { read }: AheadReader,
  signal: AbortSignal,
): AsyncGenerator<Ahead, void, undefined> {
  const remaining = parts[Symbol.iterator]()
  const waiting: Ahead[] = []
  let bytesAhead = 0
  let isEnded = false
  const ask = ({ head, blob }: JoinedPart): Ahead => {
    if (!blob) return { head, bytes: head.length }
    if (blob.endExclusive - blob.start > smallBytes) return { head, bytes: head.length, large: blob }
    const small = read(blob, signal)
    // Thrown when its turn comes; until then it is not unhandled.
    small.catch(() => {})
    return { head, bytes: head.length + blob.endExclusive - blob.start, small }
  }
  for (;;) {
    while (!isEnded && waiting.length < mostAhead && bytesAhead < mostAheadBytes) {
      const next = remaining.next()
      if (next.done) isEnded = true
      else {
        const ahead = ask(next.value)
        bytesAhead += ahead.bytes
        waiting.push(ahead)
      }
    }
    const first = waiting.shift()
    if (!first) return
    yield first
    bytesAhead -= first.bytes
  }
}

async function* opened(
  { open }: AheadReader,
  { sha256, ...part }: BlobStretch,
): AsyncGenerator<Uint8Array, void, undefined> {
  yield* open(sha256, part) as AsyncIterable<Uint8Array>
}
