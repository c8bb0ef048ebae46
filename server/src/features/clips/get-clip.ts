import type { CallAnswer, CallInput, Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import type { Pending } from '../../access/handler.ts'
import { recordDownload } from '../../access/audit/record-download.ts'
import { logVisit } from '../../access/audit/visitors.ts'
import type { ByteSource } from '../../ground/bytes/byte-source.ts'
import { planClip, type ClipPlan } from './plan-clip.ts'
import { takeClip } from './take-clip.ts'

/** Longest that a request waits for a clip that is being made; then the client is asked to come again. */
const maxWaitMs = 20_000
/** The same for whoever shows meanwhile how much of it is done. */
const answerEveryMs = 2000

/**
 * A part of a film as MP4, made where it is not kept. It is a download: counted, and in the audit log.
 * @throws as `planClip` and `takeClip`
 * @source decision 0235
 */
export async function getClip(
  context: Context,
  input: CallInput<Calls['getClip']>,
): Promise<ByteSource | Pending> {
  const plan = await planClip(context, input)
  const file = await takeClip(context, plan, maxWaitMs)
  if ('isPending' in file) return { pending: true }
  const { handle, sha256, sizeBytes, madeAt } = file
  await noteDownload(context, plan).catch(async (error: unknown) => {
    await handle.close()
    throw error
  })
  return {
    sizeBytes,
    etag: `"${sha256}"`,
    lastModifiedAt: madeAt,
    mediaType: 'video/mp4',
    cacheControl: 'private, no-cache',
    disposition: 'attachment',
    fileName: nameOf(plan),
    // The end of what is read closes the file, too.
    open: (start, endExclusive) => handle.createReadStream({ start, end: endExclusive - 1 }),
    close: () => void handle.close(),
  }
}

/**
 * Has a clip made, and waits for it a little, or answers how much of it is done: whoever leaves meanwhile
 * cancels it, unless others wait.
 * @throws as `planClip` and `takeClip`
 * @source decision 0235
 */
export async function prepareClip(
  context: Context,
  input: CallInput<Calls['prepareClip']>,
): Promise<CallAnswer<Calls['prepareClip']>> {
  const file = await takeClip(context, await planClip(context, input), answerEveryMs)
  if ('isPending' in file) return { isReady: false, sizeBytes: null, share: file.share }
  await file.handle.close()
  return { isReady: true, sizeBytes: file.sizeBytes, share: 1 }
}

/** Visits are for the sharer to read; the audit log records everybody's downloads. */
async function noteDownload(
  context: Context,
  { media: { resource, id, fileName }, startMs, endMs, rendition }: ClipPlan,
): Promise<void> {
  const { identity } = context
  if (identity.kind === 'visitor')
    await logVisit(context, identity.shareId, 'download', { type: 'asset', id })
  const part = `${stamp(startMs)}-${stamp(endMs)}`
  await recordDownload(context, { resource, id, name: fileName }, `${rendition ?? 'original'} ${part}`)
}

/** `Harbour (0.00.02.5-0.01.10).mp4`: colons are not for the names of files. */
function nameOf({ media: { fileName }, startMs, endMs }: ClipPlan): string {
  return `${fileName.replace(/(.)\.[^.\s/\\]{1,10}$/, '$1')} (${stamp(startMs)}-${stamp(endMs)}).mp4`
}

/** A moment as `0.01.10.25`: hours, minutes, seconds and what is left. */
function stamp(ms: number): string {
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0')
  const rest =
    ms % 1000 === 0
      ? ''
      : `.${String(ms % 1000)
          .padStart(3, '0')
          .replace(/0+$/, '')}`
  return `${Math.floor(ms / 3_600_000)}.${two((ms / 60_000) % 60)}.${two((ms / 1000) % 60)}${rest}`
}
