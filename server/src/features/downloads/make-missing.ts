import { isApiError } from '@cartouche/contract'
import type { Services } from '../../ground/services.ts'
import { ensureRendition } from '../../media/renditions/ensure-rendition.ts'
import type { ArchiveOptions } from './archive-options.ts'
import { makeEmbedded } from './embed-tags.ts'
import type { MissingPiece } from './plan-archive.ts'

/** How many renditions are asked for at once; how many are made at once is decided where they are made. */
const askedAtOnce = 4
/** How often progress is reported. */
const reportEveryMs = 500

/** Hears how many pieces are made of those that must be. */
export type OnProgress = (done: number, total: number) => Promise<void>

/**
 * Makes what an archive lacks. What cannot be made is passed over: the archive says so.
 * @throws the signal's reason
 */
export async function makeMissing(
  services: Services,
  missing: readonly MissingPiece[],
  { withContactSheet }: ArchiveOptions,
  signal: AbortSignal,
  onProgress: OnProgress = async () => {},
): Promise<void> {
  const left = [...missing]
  // The contact sheet is a piece of its own: it is drawn when all others are there.
  const total = missing.length + (withContactSheet ? 1 : 0)
  let [done, reportedAtMs] = [0, Number.NEGATIVE_INFINITY]
  const report = async (): Promise<void> => {
    if (performance.now() - reportedAtMs < reportEveryMs) return
    reportedAtMs = performance.now()
    await onProgress(done, total)
  }
  await report()
  const work = async (): Promise<void> => {
    for (let next = left.shift(); next; next = left.shift()) {
      signal.throwIfAborted()
      await makePiece(services, next)
      done++
      await report()
    }
  }
  await Promise.all(Array.from({ length: askedAtOnce }, work))
  await onProgress(done, total)
  signal.throwIfAborted()
}

async function makePiece(services: Services, piece: MissingPiece): Promise<void> {
  if ('embed' in piece) return makeEmbedded(services, piece.embed)
  await ensureRendition(services, piece.sha256, piece.recipe).catch((error: unknown) => {
    if (!isApiError(error) || error.retry) throw error
  })
}
