import { stat, rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError, clipToleranceMs, type ClipProblem } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { countOnDemand } from '../../access/count-on-demand.ts'
import type { CachedFile } from '../../ground/file-cache.ts'
import { RenditionError } from '../../media/rendition-error.ts'
import { recipeFor } from '../../media/rendition-recipes.ts'
import { ensureRendition } from '../../media/renditions/ensure-rendition.ts'
import type { ClipWork } from './clip-services.ts'
import type { ClipPlan } from './plan-clip.ts'

/** Whoever was asked to come again, and does not within this time, has gone. */
const graceMs = 30_000

/** Grows with every change of how clips are made: what was made before is made again. */
const version = 1

/**
 * How a clip is encoded: what was encoded before, a little better than that; the original, so that the
 * difference is not seen. Browsers play H.264 of up to 4096 pixels.
 */
const encodings = {
  proxy: { boxPx: 1280, crf: 20, maxMegabits: 6 },
  original: { boxPx: 4096, crf: 18, maxMegabits: 20 },
} as const

/** It is being made still. */
export interface PendingClip {
  readonly isPending: true
  /** How much of it is done, from 0 to 1; null before that is known. */
  readonly share: number | null
}

/**
 * The clip of a plan: as it is kept, or made now. However many ask this server for it at once, it is made
 * once; when all of them have left, it is given up. Where it takes longer than somebody waits, they learn
 * how much is done, to come again. Its key is all that its bytes depend on, the hash of the file first: a
 * file that was replaced has other clips. The caller closes the file.
 * @throws rendition_failed, rendition_not_found, clip_range_refused where the film ends before,
 * too_many_clips, unavailable
 * @source decision 0235
 */
export async function takeClip(
  context: Context,
  plan: ClipPlan,
  waitMs: number,
): Promise<CachedFile | PendingClip> {
  const { media, rendition, startMs, endMs } = plan
  const recipe = rendition === null ? 0 : recipeFor(rendition, media.nature)?.version
  const key = JSON.stringify([version, media.sha256, rendition, recipe, startMs, endMs])
  for (;;) {
    const found = await context.clips.files.find(key)
    if (found) return found
    const failed = context.clips.failures.get(key)
    if (failed) throw new ApiError('rendition_failed', { name: 'clip', reason: failed.message })
    const work = context.clips.making.get(key) ?? start(context, key, plan)
    if ((await waitFor(context, key, work, waitMs)) === 'pending')
      return { isPending: true, share: work.share }
  }
}

async function waitFor(
  context: Context,
  key: string,
  work: ClipWork,
  waitMs: number,
): Promise<void | 'pending'> {
  const over = new AbortController()
  work.waiting++
  clearTimeout(work.ends)
  try {
    const signal = AbortSignal.any([over.signal, context.signal])
    // Whoever left hears nothing more.
    const wait = sleep(waitMs, undefined, { signal }).catch(() => undefined)
    return await Promise.race([work.done, wait.then(() => 'pending' as const)])
  } finally {
    over.abort()
    work.done.catch(() => {})
    if (--work.waiting === 0) giveUp(context, key, work)
  }
}

/** Nobody waits: at once where the last one left, after a while where they were asked to come again. */
function giveUp(context: Context, key: string, work: ClipWork): void {
  const cancel = (): void => {
    if (context.clips.making.get(key) === work) context.clips.making.delete(key)
    work.cancel.abort()
  }
  if (context.signal.aborted) cancel()
  else work.ends = setTimeout(cancel, graceMs).unref()
}

function start(context: Context, key: string, plan: ClipPlan): ClipWork {
  const { making, queue } = context.clips
  const cancel = new AbortController()
  const done = countMaking(context)
    .then(() => queue(() => make(context, key, plan, work)))
    .finally(() => {
      clearTimeout(work.ends)
      if (making.get(key) === work) making.delete(key)
    })
  const work: ClipWork = { done, cancel, share: null, waiting: 0, ends: undefined }
  making.set(key, work)
  return work
}

/** What is being made by another's request costs nobody else anything. @throws too_many_clips */
async function countMaking(context: Context): Promise<void> {
  countOnDemand(context, context.clips.count, 'too_many_clips')
}

async function make(context: Context, key: string, plan: ClipPlan, work: ClipWork): Promise<void> {
  const { signal } = work.cancel
  if (signal.aborted) throw new RenditionError('cancelled', 'The work was cancelled.')
  const { blobs, mediaWorkers, clips, settings, log } = context
  const { startMs, endMs, rendition } = plan
  const sha256 = await findSource(context, plan)
  const outputPath = `${await clips.files.newPath()}.mp4`
  const encoding = encodings[rendition === null ? 'original' : 'proxy']
  try {
    const outcome = await blobs.withLocalFile(sha256, (path) =>
      mediaWorkers.cutFilm({
        ...encoding,
        toleranceMs: clipToleranceMs,
        path,
        outputPath,
        startMs,
        endMs,
        signal,
        onProgress(share) {
          work.share = share
        },
      }),
    )
    if (outcome === 'beyond')
      throw new ApiError('clip_range_refused', { problem: 'end_after_film' satisfies ClipProblem })
    // What is larger than all that is kept would go at once, and be made again and again.
    if ((await stat(outputPath)).size > settings.clipsMaxBytes)
      throw new RenditionError('too_large', 'The file would be too large. Choose a shorter part.')
    const { handle } = await clips.files.keep(key, outputPath)
    await handle.close()
  } catch (error) {
    await rm(outputPath, { force: true })
    if (!(error instanceof RenditionError) || !error.isOfFile) throw error
    log.warn({ source: sha256, code: error.code }, error.message)
    clips.failures.set(key, error)
  }
}

/** The hash of the file that is cut. @throws rendition_failed, rendition_not_found */
async function findSource(context: Context, { media, rendition }: ClipPlan): Promise<string> {
  if (rendition === null) return media.sha256
  return (await ensureRendition(context, media.sha256, rendition, media)).sha256
}
