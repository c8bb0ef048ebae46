import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'

/**
 * Downloads an address, cut off at random places and resumed by Range and If-Range as browsers do it.
 * @returns SHA-256 of all bytes in hexadecimal digits
 */
export async function downloadInPieces(url: string, cutCount: number): Promise<string> {
  const head = await fetch(url, { method: 'HEAD' })
  const sizeBytes = Number(head.headers.get('content-length'))
  const etag = head.headers.get('etag') ?? ''
  assert.ok(sizeBytes > cutCount && etag.startsWith('"'), `${sizeBytes} bytes, ${etag}`)
  const places = [
    ...Array.from({ length: cutCount }, () => Math.floor(Math.random() * sizeBytes)).toSorted(
      (a, b) => a - b,
    ),
    sizeBytes,
  ]
  const hash = createHash('sha256')
  let at = 0
  for (const place of places)
    at = await readUntil({ url, etag, at, place, sizeBytes, update: (bytes) => hash.update(bytes) })
  assert.equal(at, sizeBytes)
  return hash.digest('hex')
}

interface Piece {
  readonly url: string
  readonly etag: string
  readonly at: number
  readonly place: number
  readonly sizeBytes: number
  readonly update: (bytes: Uint8Array) => void
}

/** Reads on from a place and cuts the connection where the next one is reached; answers how far it came. */
async function readUntil({ url, etag, at, place, sizeBytes, update }: Piece): Promise<number> {
  if (place === at && place < sizeBytes) return at
  const cut = new AbortController()
  const answer = await fetch(url, {
    headers: { range: `bytes=${at}-`, 'if-range': etag },
    signal: cut.signal,
  })
  assert.equal(answer.status, 206)
  assert.equal(answer.headers.get('content-range'), `bytes ${at}-${sizeBytes - 1}/${sizeBytes}`)
  let reached = at
  for await (const chunk of answer.body ?? []) {
    const part = (chunk as Uint8Array).subarray(0, place - reached)
    update(part)
    reached += part.length
    if (reached === place) break
  }
  cut.abort()
  return reached
}
