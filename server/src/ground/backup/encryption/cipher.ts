import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Transform, type TransformCallback } from 'node:stream'
import { callbackify } from 'node:util'
import { Worker } from 'node:worker_threads'
import type { Encrypter } from 'age-encryption'
import { openedSize, openPieces, sealedSize, sealPieces, type Pieces } from './age-payload.ts'
import type { UnlockedKey, UnlockTask } from './unlock.thread.ts'

/** Seals and opens the files of a backup location, each one a file of age, for one key. */
export interface Cipher {
  /** The name that a file has there: its hash would say what it is to whoever has the same file. */
  readonly storedAs: (sha256: string) => string
  readonly storedSize: (sizeBytes: number) => number
  /** Undefined where no file of this key has this size. */
  readonly plainSize: (storedBytes: number) => number | undefined
  readonly seal: () => Promise<Transform>
  /** Fails where a byte is not as it was sealed; what it gave before is right. */
  readonly open: () => Transform
}

const nonceBytes = 16
const emptyPayloadBytes = 16

/** Opens the key of a place by its passphrase, or makes one. */
export async function unlock(task: UnlockTask): Promise<UnlockedKey> {
  const worker = new Worker(new URL('unlock.thread.ts', import.meta.url), { workerData: task })
  const [key] = (await once(worker, 'message')) as [UnlockedKey]
  return key
}

/** @source decision 0229; age-encryption.org/v1 */
export async function createCipher(identity: string): Promise<Cipher> {
  const age = await import('age-encryption')
  const recipient = await age.identityToRecipient(identity)
  const decrypter = new age.Decrypter()
  decrypter.addIdentity(identity)
  const newEncrypter = (): Encrypter => {
    const encrypter = new age.Encrypter()
    encrypter.addRecipient(recipient)
    return encrypter
  }
  const headerBytes = (await makeHeader(newEncrypter())).header.length
  const nameKey = Buffer.from(hkdfSync('sha256', identity, '', 'cartouche: names of backed-up files', 32))
  const headBytes = headerBytes + nonceBytes
  return {
    storedAs: (sha256) => createHmac('sha256', nameKey).update(sha256).digest('hex'),
    storedSize: (sizeBytes) => headBytes + sealedSize(sizeBytes),
    plainSize: (storedBytes) => openedSize(storedBytes - headBytes),
    seal: async () => {
      const { header, fileKey } = await makeHeader(newEncrypter())
      const nonce = randomBytes(nonceBytes)
      const sealer = transformBy(sealPieces(payloadKey(fileKey, nonce)))
      sealer.push(Buffer.concat([header, nonce]))
      return sealer
    },
    open: () =>
      openBehindHead(headBytes, async (head) => {
        const fileKey = await decrypter.decryptHeader(head.subarray(0, headerBytes))
        return openPieces(payloadKey(fileKey, head.subarray(headerBytes)))
      }),
  }
}

function payloadKey(fileKey: Uint8Array, nonce: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', fileKey, nonce, 'payload', 32))
}

/** The header of a new file, and the key of what follows it, which recipients can read. */
async function makeHeader(
  encrypter: Encrypter,
): Promise<{ readonly header: Uint8Array; readonly fileKey: Uint8Array }> {
  let fileKey = new Uint8Array()
  encrypter.addRecipient({
    wrapFileKey: (key) => {
      fileKey = Uint8Array.from(key)
      return []
    },
  })
  const empty = await encrypter.encrypt(new Uint8Array())
  return { header: empty.subarray(0, -(nonceBytes + emptyPayloadBytes)), fileKey }
}

function transformBy({ add, end }: Pieces): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      attempt(done, () => add(chunk).forEach((piece) => this.push(piece)))
    },
    flush(done) {
      attempt(done, () => this.push(end()))
    },
  })
}

function openBehindHead(headBytes: number, openHead: (head: Buffer) => Promise<Pieces>): Transform {
  let head = Buffer.alloc(0)
  let pieces: Pieces | undefined
  const addHead = callbackify(async (chunk: Buffer): Promise<Buffer[]> => {
    head = Buffer.concat([head, chunk])
    if (head.length < headBytes) return []
    pieces = await openHead(head.subarray(0, headBytes))
    return pieces.add(head.subarray(headBytes))
  })
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (pieces) {
        const { add } = pieces
        return attempt(done, () => add(chunk).forEach((piece) => this.push(piece)))
      }
      addHead(chunk, (error, opened) => {
        if (error) return done(error)
        opened.forEach((piece) => this.push(piece))
        done()
      })
    },
    flush(done) {
      attempt(done, () => {
        if (!pieces) throw new Error('It ends in its header.')
        this.push(pieces.end())
      })
    },
  })
}

function attempt(done: TransformCallback, work: () => void): void {
  try {
    work()
  } catch (error) {
    done(error as Error)
    return
  }
  done()
}
