import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { countOnDemand } from '../../access/count-on-demand.ts'
import type { Pending } from '../../access/handler.ts'
import type { ByteSource } from '../../ground/bytes/byte-source.ts'
import type { CachedFile } from '../../ground/file-cache.ts'
import type { Nature } from '../../media/media-types.ts'
import { RenditionError } from '../../media/rendition-error.ts'
import { recipeFor } from '../../media/rendition-recipes.ts'
import { ensureRendition } from '../../media/renditions/ensure-rendition.ts'
import type { PicturePlan } from './plan-picture.ts'

/** Longest that a request waits for a picture that is being made; then the client is asked to come again. */
const maxWaitMs = 20_000

/** Grows with every change of how pictures are made: what was made before is made again. */
const version = 1

const written = {
  jpeg: ['image/jpeg', 'jpg'],
  webp: ['image/webp', 'webp'],
  avif: ['image/avif', 'avif'],
  png: ['image/png', 'png'],
} as const

/** How an answer is sent. */
export interface PictureDelivery {
  readonly cacheControl: string
  readonly isDownload: boolean
}

/**
 * The picture of a plan: as it is kept, or made now. However many ask this server for it at once, it is made
 * once. Its key is all that its bytes depend on, the hash of the file first: a file that was replaced has
 * other pictures.
 * @throws rendition_failed, rendition_not_found, too_many_pictures, unavailable
 * @source decision 0202
 */
export async function takePicture(
  context: Context,
  plan: PicturePlan,
  delivery: PictureDelivery,
): Promise<ByteSource | Pending> {
  const source = await findSource(context, plan)
  const key = JSON.stringify([version, source.sha256, source.nature, source.mediaType, plan.making])
  for (;;) {
    const found = await context.pictures.files.find(key)
    if (found) return toBytes(plan, found, delivery)
    const failed = context.pictures.failures.get(key)
    if (failed) throw new ApiError('rendition_failed', { name: 'picture', reason: failed.message })
    if ((await makeWithin(context, key, source, plan)) === 'pending') return { pending: true }
  }
}

/** The bytes of which a picture is made. */
interface Source {
  readonly sha256: string
  readonly nature: Nature
  readonly mediaType: string
}

async function findSource(context: Context, { media, rendition }: PicturePlan): Promise<Source> {
  if (rendition === null) {
    if (!media.undecodable) return media
    throw new ApiError('rendition_failed', { name: 'picture', reason: 'The file cannot be decoded' })
  }
  const recipe = recipeFor(rendition, media.nature, media.place) ?? rendition
  const made = await ensureRendition(context, media.sha256, recipe, media)
  if (made.isPlaceholder)
    throw new ApiError('rendition_failed', { name: 'picture', reason: 'There is no picture of this file' })
  return { sha256: made.sha256, nature: 'IMAGE', mediaType: made.mediaType }
}

async function makeWithin(
  context: Context,
  key: string,
  source: Source,
  plan: PicturePlan,
): Promise<void | 'pending'> {
  const making = makeOnce(context, key, source, plan)
  const over = new AbortController()
  try {
    return await Promise.race([making, sleep(maxWaitMs, 'pending' as const, { signal: over.signal })])
  } finally {
    over.abort()
    making.catch(() => {})
  }
}

function makeOnce(context: Context, key: string, source: Source, plan: PicturePlan): Promise<void> {
  const { making } = context.pictures
  const running = making.get(key)
  if (running) return running
  const made = countMaking(context)
    .then(() => context.pictures.queue(() => make(context, key, source, plan)))
    .finally(() => making.delete(key))
  making.set(key, made)
  return made
}

/** What is being made by another's request costs nobody else anything. @throws too_many_pictures */
async function countMaking(context: Context): Promise<void> {
  countOnDemand(context, context.pictures.count, 'too_many_pictures')
}

async function make(context: Context, key: string, source: Source, { making }: PicturePlan): Promise<void> {
  const { blobs, mediaWorkers, pictures, log } = context
  const { sha256, nature, mediaType } = source
  const outputPath = `${await pictures.files.newPath()}.${written[making.format][1]}`
  try {
    await blobs.withLocalFile(sha256, (path) =>
      mediaWorkers.cut({ ...making, path, outputPath, nature, mediaType }),
    )
    const { handle } = await pictures.files.keep(key, outputPath)
    await handle.close()
  } catch (error) {
    if (!(error instanceof RenditionError) || !error.isOfFile) throw error
    log.warn({ source: sha256, code: error.code }, error.message)
    pictures.failures.set(key, error)
  }
}

function toBytes(
  { media, making: { format }, isNegotiated }: PicturePlan,
  { handle, sha256, sizeBytes, madeAt }: CachedFile,
  { cacheControl, isDownload }: PictureDelivery,
): ByteSource {
  const [mediaType, extension] = written[format]
  return {
    sizeBytes,
    etag: `"${sha256}"`,
    lastModifiedAt: madeAt,
    mediaType,
    cacheControl,
    disposition: isDownload ? 'attachment' : 'inline',
    fileName: `${media.fileName.replace(/(.)\.[^.\s/\\]{1,10}$/, '$1')}.${extension}`,
    ...(isNegotiated ? { vary: 'accept' as const } : {}),
    // The end of what is read closes the file, too.
    open: (start, endExclusive) => handle.createReadStream({ start, end: endExclusive - 1 }),
    close: () => void handle.close(),
  }
}
