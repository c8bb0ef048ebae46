import { createHash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { crc32 } from 'node:zlib'

/*
 * In plain JavaScript, because a thread that takes TypeScript loads a compiler of its own.
 */

/** Digests that are not ended. @type {Map<number, { hash: import('node:crypto').Hash, checksum: number }>} */
const open = new Map()

parentPort?.on('message', ({ id, request }) => {
  try {
    parentPort?.postMessage({ id, reply: take(request) })
  } catch (error) {
    parentPort?.postMessage({ id, error })
  }
})

/**
 * @param {import('./digest-slots.ts').DigestRequest} request
 * @returns {import('./digest-slots.ts').DigestReply}
 */
function take({ digest, isFirst, bytes, next }) {
  if (isFirst) open.set(digest, { hash: createHash('sha256'), checksum: 0 })
  const taken = open.get(digest)
  if (next !== 'more') open.delete(digest)
  if (next === 'forget') return undefined
  if (!taken) throw new Error('The digest that this thread was asked for was begun by another')
  if (bytes) {
    taken.hash.update(bytes)
    taken.checksum = crc32(bytes, taken.checksum)
  }
  return next === 'end' ? { sha256: taken.hash.digest('hex'), crc32: taken.checksum } : undefined
}
