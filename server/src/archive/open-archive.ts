import { Readable } from 'node:stream'
import type { ArchiveLayout } from './archive-layout.ts'
import { archiveParts, type ArchivePart, type BlobStretch } from './archive-parts.ts'
import { createPieceJoiner } from './piece-joiner.ts'

/** Reads a part of a blob whose size is known, in pieces of any length; `BlobStore.read` is one. */
export type ReadBlob = (sha256: string, part: Omit<BlobStretch, 'sha256'>) => AsyncIterator<Uint8Array>

/** What goes to the socket at once. @source bench archive */
const chunkBytes = 256 * 1024
/** How far is read beyond what is being sent, so that thousands of small blobs are not waited for one by one. @source bench archive */
const aheadBytes = 1024 * 1024
const aheadParts = 16

/**
 * The bytes of an archive from `start` up to, not including, `endExclusive`. Only the blobs within are opened, a few
 * ahead of the reader; memory is a few megabytes whatever the range. Fails as `readBlob` does, and with a RangeError
 * where a blob gives more or fewer bytes than the layout says: the archive is never padded, never short.
 * @source DESIGN "An archive is a layout, not a file"
 */
export function openArchive(layout: ArchiveLayout, readBlob: ReadBlob, start = 0, endExclusive = layout.sizeBytes): Readable {
  if (!(start >= 0 && start <= endExclusive && endExclusive <= layout.sizeBytes)) throw new RangeError(`No bytes ${start} to ${endExclusive} in an archive of ${layout.sizeBytes}`)
  return Readable.from(archiveChunks(archiveParts(layout, start, endExclusive), readBlob), { objectMode: false, highWaterMark: chunkBytes })
}

async function* archiveChunks(parts: Iterator<ArchivePart, void>, readBlob: ReadBlob): AsyncGenerator<Uint8Array, void, undefined> {
  const joiner = createPieceJoiner(chunkBytes)
  const ahead: OpenPart[] = []
  try {
    for (;;) {
      openAhead(ahead, parts, readBlob)
      const part = ahead[0]
      if (part === undefined) break
      joiner.add(part.head)
      for (let leftBytes = part.dataBytes; leftBytes > 0;) {
        const piece = await part.next()
        leftBytes -= piece.length
        if (piece.length === 0 || leftBytes < 0) throw new RangeError('A blob gave more or fewer bytes than the layout of the archive says')
        joiner.add(piece)
        yield* joiner.take()
      }
      yield* joiner.take()
      ahead.shift()
      part.close()
    }
    yield* joiner.take(true)
  } finally {
    for (const part of ahead) part.close()
  }
}

/** A part whose first piece is on its way. */
type OpenPart = {
  readonly head: Uint8Array
  readonly dataBytes: number
  /** The next piece; an empty one after the last. */
  readonly next: () => Promise<Uint8Array>
  readonly close: () => void
}

function openAhead(ahead: OpenPart[], parts: Iterator<ArchivePart, void>, readBlob: ReadBlob): void {
  let openBytes = ahead.reduce((sum, { dataBytes }) => sum + dataBytes, 0)
  while (ahead.length < aheadParts && openBytes < aheadBytes) {
    const next = parts.next()
    if (next.done) return
    const opened = openPart(next.value, readBlob)
    ahead.push(opened)
    openBytes += opened.dataBytes
  }
}

const noBytes = new Uint8Array(0)

function openPart({ head, blob }: ArchivePart, readBlob: ReadBlob): OpenPart {
  if (blob === undefined) return { head, dataBytes: 0, next: () => Promise.resolve(noBytes), close: () => {} }
  const { sha256, ...stretch } = blob
  const pieces = readBlob(sha256, stretch)
  let first: Promise<IteratorResult<Uint8Array>> | undefined = pieces.next()
  first.catch(() => {}) // told when its turn comes; until then it is not unhandled
  return {
    head,
    dataBytes: stretch.endExclusive - stretch.start,
    next: async () => {
      const piece = await (first ?? pieces.next())
      first = undefined
      return piece.done ? noBytes : piece.value
    },
    close: () => { pieces.return?.().catch(() => {}) },
  }
}
