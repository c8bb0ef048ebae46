/** Gathers pieces of any length into chunks worth sending. */
export type PieceJoiner = {
  readonly add: (piece: Uint8Array) => void
  /** The chunks that are complete; with `flush`, all that was added. */
  readonly take: (flush?: boolean) => Uint8Array[]
}

/** A joiner that copies small pieces together into chunks of `chunkBytes` and lets larger ones pass as they are. */
export function createPieceJoiner(chunkBytes: number): PieceJoiner {
  let complete: Uint8Array[] = []
  let chunk = Buffer.allocUnsafeSlow(chunkBytes)
  let usedBytes = 0
  const closeChunk = (): void => {
    if (usedBytes === 0) return
    complete.push(chunk.subarray(0, usedBytes))
    chunk = Buffer.allocUnsafeSlow(chunkBytes)
    usedBytes = 0
  }
  return {
    add: (piece) => {
      if (usedBytes + piece.length > chunkBytes) closeChunk()
      if (piece.length >= chunkBytes) complete.push(piece)
      else {
        chunk.set(piece, usedBytes)
        usedBytes += piece.length
      }
    },
    take: (flush = false) => {
      if (flush) closeChunk()
      const taken = complete
      complete = []
      return taken
    },
  }
}
