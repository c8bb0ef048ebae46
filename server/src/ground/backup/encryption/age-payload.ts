import { createCipheriv, createDecipheriv } from 'node:crypto'

const algorithm = 'chacha20-poly1305'
const pieceBytes = 64 * 1024
const tagBytes = 16
/** Of the nonce: a number of eleven bytes, of which six are enough, and one that marks the last piece. */
const nonceBytes = 12

/** Cuts bytes into pieces that are sealed or opened one by one. What it gives is the caller's. */
export interface Pieces {
  readonly add: (bytes: Uint8Array) => Buffer[]
  /** The last piece. */
  readonly end: () => Buffer
}

/**
 * Seals what a file of age holds behind its header. By Node's own cipher: that of `age-encryption`, which
 * writes the header, takes four times as long, on the thread that answers requests.
 * @source age-encryption.org/v1, "Payload"
 */
export function sealPieces(key: Uint8Array): Pieces {
  return cutPieces(pieceBytes, (piece, nonce) => {
    const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
    return Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()])
  })
}

/** Opens it. `add` and `end` throw where a piece is not as it was sealed, or the last one is not the last. */
export function openPieces(key: Uint8Array): Pieces {
  return cutPieces(pieceBytes + tagBytes, (piece, nonce, isOnly) => {
    const end = piece.length - tagBytes
    if (end < 0 || (end === 0 && !isOnly)) throw new Error('It ends in the middle.')
    const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
    decipher.setAuthTag(piece.subarray(end))
    return Buffer.concat([decipher.update(piece.subarray(0, end)), decipher.final()])
  })
}

function cutPieces(size: number, use: (piece: Buffer, nonce: Buffer, isOnly: boolean) => Buffer): Pieces {
  // A full piece waits for what follows it: it may be the last.
  const waiting = Buffer.allocUnsafeSlow(size)
  let [waitingBytes, count] = [0, 0]
  const nonceOf = (isLast: boolean): Buffer => {
    const nonce = Buffer.alloc(nonceBytes)
    nonce.writeUIntBE(count, nonceBytes - 7, 6)
    nonce.writeUInt8(isLast ? 1 : 0, nonceBytes - 1)
    return nonce
  }
  return {
    add: (bytes) => {
      const done: Buffer[] = []
      for (let at = 0; at < bytes.length;) {
        if (waitingBytes === size) {
          done.push(use(waiting, nonceOf(false), false))
          waitingBytes = 0
          count += 1
        }
        const taken = bytes.subarray(at, at + size - waitingBytes)
        waiting.set(taken, waitingBytes)
        waitingBytes += taken.length
        at += taken.length
      }
      return done
    },
    end: () => use(waiting.subarray(0, waitingBytes), nonceOf(true), count === 0),
  }
}

/** What bytes take once they are sealed. */
export function sealedSize(sizeBytes: number): number {
  return sizeBytes + tagBytes * Math.max(1, Math.ceil(sizeBytes / pieceBytes))
}

/** The other way round; undefined where nothing that was sealed has this size. */
export function openedSize(sizeBytes: number): number | undefined {
  const pieces = Math.max(1, Math.ceil(sizeBytes / (pieceBytes + tagBytes)))
  const opened = sizeBytes - pieces * tagBytes
  return opened >= 0 && sealedSize(opened) === sizeBytes ? opened : undefined
}
