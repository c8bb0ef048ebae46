import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { crc32 } from 'node:zlib'
import { BlobDamaged } from '../blobs/blob-damaged.ts'
import type { BlobPart, BlobStretch } from '../blobs/blob-store.ts'
import { isMissing, S3Error } from './s3-error.ts'
import { headObject, readHead } from './s3-objects.ts'
import { idleMs, waitBefore, type S3Sender } from './s3-request.ts'

/** A blob as an object. */
export type BlobObject = { readonly key: string; readonly sha256: string }

/** How often a read goes on after a break that brought nothing. */
const mostTries = 6

/**
 * The bytes of an object, whole or a part. A connection that breaks is taken up where it broke. A whole
 * object is checked by its CRC-32, by its SHA-256 where another program stored it, and its last piece is held
 * back until then.
 * @throws BlobDamaged; S3Error; the signal's reason
 */
export async function* readObject(
  sender: S3Sender,
  { key, sha256 }: BlobObject,
  { start = 0, endExclusive, sizeBytes }: BlobPart,
  signal: AbortSignal,
): AsyncGenerator<Buffer, void, undefined> {
  let position = start
  let end = endExclusive
  if (end !== undefined && position >= end) return checkSize(sender, { key, sha256 }, sizeBytes ?? end)
  let check: Check | undefined
  let held: Buffer | undefined
  for (let tries = 1; ; tries += 1) {
    try {
      const answer = await openObject(
        sender,
        { key, sha256 },
        { start: position, endExclusive, sizeBytes },
        signal,
      )
      const head = readHead(answer)
      end ??= head.sizeBytes
      if (position === 0 && end === head.sizeBytes) check = createCheck(head.crc32, sha256)
      for await (const piece of piecesOf(answer, signal)) {
        if (held) yield held
        held = piece
        position += piece.length
        check?.add(piece)
        tries = 1
      }
      if (position >= end) break
      throw new Error('the answer ended early')
    } catch (error) {
      signal.throwIfAborted()
      if (end !== undefined && position >= end) break
      if (error instanceof BlobDamaged || error instanceof S3Error) throw error
      if (tries === mostTries) throw broken(key, error)
    }
    await waitBefore(tries, signal)
  }
  if (check && !check.isRight()) throw new BlobDamaged(sha256, end, end)
  if (held) yield held
}

/**
 * The bytes of a stretch at once, in pieces. One that came whole and wrong is asked for again.
 * @throws BlobDamaged; S3Error; the signal's reason
 */
export async function readStretch(
  sender: S3Sender,
  object: BlobObject,
  stretch: BlobStretch,
  signal: AbortSignal,
): Promise<Buffer[]> {
  const sizeBytes = stretch.endExclusive - stretch.start
  for (let tries = 1; ; tries += 1) {
    try {
      const answer = await openObject(sender, object, stretch, signal)
      const head = readHead(answer)
      const pieces = await takePieces(answer, sizeBytes, signal)
      if (sizeBytes < head.sizeBytes) return pieces
      const check = createCheck(head.crc32, object.sha256)
      for (const piece of pieces) check.add(piece)
      if (check.isRight()) return pieces
      throw new BlobDamaged(object.sha256, sizeBytes, sizeBytes)
    } catch (error) {
      signal.throwIfAborted()
      const isWrong = error instanceof BlobDamaged && error.foundSizeBytes === stretch.sizeBytes
      if ((error instanceof BlobDamaged && !isWrong) || error instanceof S3Error) throw error
      if (tries === (isWrong ? 2 : mostTries)) throw isWrong ? error : broken(object.key, error)
    }
    await waitBefore(tries, signal)
  }
}

/** An empty part of a blob that is there is no error, and no range that a store would answer. */
async function checkSize(sender: S3Sender, { key, sha256 }: BlobObject, sizeBytes: number): Promise<void> {
  const found = (await headObject(sender, key))?.sizeBytes
  if (found === undefined || found < sizeBytes) throw new BlobDamaged(sha256, found, sizeBytes)
}

/** Asks for a part, and compares the size of the whole with what is known. */
async function openObject(
  { send }: S3Sender,
  { key, sha256 }: BlobObject,
  { start = 0, endExclusive, sizeBytes }: BlobPart,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const isAll = start === 0 && (endExclusive === undefined || endExclusive === sizeBytes)
  const last = endExclusive === undefined ? '' : String(endExclusive - 1)
  const answer = await send({
    method: 'GET',
    key,
    headers: isAll ? {} : { Range: `bytes=${start}-${last}` },
    signal,
  }).catch((error: unknown) => {
    if (isMissing(error)) throw new BlobDamaged(sha256)
    // The store says in words alone how large it is.
    if (error instanceof S3Error && error.status === 416)
      throw new BlobDamaged(sha256, 0, sizeBytes ?? endExclusive)
    throw error
  })
  const found = readHead(answer).sizeBytes
  if (found === (sizeBytes ?? found) && found >= (endExclusive ?? 0)) return answer
  answer.destroy()
  throw new BlobDamaged(sha256, found, sizeBytes ?? endExclusive)
}

/** Pieces of a body; nothing for a while is a broken connection, and a signal ends it at once. */
async function* piecesOf(
  answer: IncomingMessage,
  signal: AbortSignal,
): AsyncGenerator<Buffer, void, undefined> {
  const abort = (): unknown => answer.destroy(signal.reason as Error)
  signal.addEventListener('abort', abort, { once: true })
  let waitsSince = performance.now()
  const late = setInterval(() => {
    if (performance.now() - waitsSince > idleMs)
      answer.destroy(new Error(`nothing came for ${idleMs / 1000} s`))
  }, idleMs / 4)
  try {
    for await (const piece of answer) {
      // Whoever reads slowly keeps nobody waiting.
      waitsSince = Infinity
      yield piece as Buffer
      waitsSince = performance.now()
    }
  } finally {
    clearInterval(late)
    signal.removeEventListener('abort', abort)
  }
}

async function takePieces(
  answer: IncomingMessage,
  sizeBytes: number,
  signal: AbortSignal,
): Promise<Buffer[]> {
  const pieces: Buffer[] = []
  let takenBytes = 0
  for await (const piece of piecesOf(answer, signal)) {
    pieces.push(piece)
    takenBytes += piece.length
  }
  if (takenBytes !== sizeBytes) throw new Error('the answer ended early')
  return pieces
}

type Check = { readonly add: (piece: Uint8Array) => void; readonly isRight: () => boolean }

function createCheck(known: number | undefined, sha256: string): Check {
  if (known === undefined) {
    const hash = createHash('sha256')
    return { add: (piece) => hash.update(piece), isRight: () => hash.digest('hex') === sha256 }
  }
  let checksum = 0
  return {
    add: (piece) => {
      checksum = crc32(piece, checksum)
    },
    isRight: () => checksum === known,
  }
}

function broken(key: string, cause: unknown): S3Error {
  const { message } = cause as Error
  return new S3Error(
    'Unreachable',
    0,
    `Reading ${key} from the S3 store broke off ${mostTries} times: ${message}.`,
    { cause },
  )
}
