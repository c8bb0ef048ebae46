import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { CacheUse } from '../metrics/metrics.ts'
import type { BlobStore } from './blob-store.ts'

const maxBlobBytes = 96 * 1024
const budgetBytes = 32 * 1024 * 1024

/**
 * A store whose small blobs, the thumbnails that everybody looks at, are read once and then stay in memory:
 * 32 MB at most, least used first out. Blobs never change, so what is remembered is right for good.
 * `watch` gets what counts its use.
 */
export function rememberSmallBlobs(
  blobs: BlobStore,
  watch: (use: () => CacheUse) => void = () => {},
): BlobStore {
  const kept = new Map<string, Buffer>()
  let cachedBytes = 0
  let [hits, misses] = [0, 0]
  watch(() => ({ entries: kept.size, hits, misses }))
  const keep = (sha256: string, bytes: Buffer): void => {
    if (kept.has(sha256)) return
    kept.set(sha256, bytes)
    cachedBytes += bytes.length
    for (const [oldest, old] of kept) {
      if (cachedBytes <= budgetBytes) break
      kept.delete(oldest)
      cachedBytes -= old.length
    }
  }
  const load = async (sha256: string, sizeBytes: number): Promise<Buffer> => {
    const bytes = await buffer(blobs.open(sha256, { sizeBytes }))
    keep(sha256, bytes)
    return bytes
  }
  return {
    ...blobs,
    open: (sha256, part = {}) => {
      const { sizeBytes, start = 0, endExclusive = sizeBytes } = part
      if (sizeBytes === undefined || sizeBytes > maxBlobBytes) return blobs.open(sha256, part)
      const known = kept.get(sha256)
      if (known) hits++
      else misses++
      if (!known)
        return Readable.from(
          (async function* () {
            yield (await load(sha256, sizeBytes)).subarray(start, endExclusive)
          })(),
          { objectMode: false },
        )
      kept.delete(sha256)
      kept.set(sha256, known)
      const slice = known.subarray(start, endExclusive)
      return new Readable({
        read() {
          this.push(slice)
          this.push(null)
        },
      })
    },
  }
}
