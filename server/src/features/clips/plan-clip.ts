import { ApiError, clipProblem, type CallInput, type Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { refusal } from '../../access/decide.ts'
import { isWatermarked, largestPicture } from '../../access/identity.ts'
import { playsWithin } from '../../model/variations/choose-rendition.ts'
import { findMedia, mayDownload, maySaveRenditions, type Media } from '../../model/variations/find-media.ts'

/** What an address asks for. */
export type AskedClip = CallInput<Calls['getClip']>

/** Which part of which file somebody gets. */
export interface ClipPlan {
  readonly media: Media
  /** The rendition of which it is cut; null: the original. */
  readonly rendition: 'proxy' | 'proxy_w' | null
  readonly startMs: number
  readonly endMs: number
}

/**
 * Decides who gets which part of a film. It is what they may download: of the original by the right to it; of
 * what plays also by a link that gives it. Whoever sees watermarks has it cut of the watermarked film,
 * whatever they name.
 * @throws entity_not_found, file_missing, access_denied, sign_in_needed, rendition_not_found of what is no
 * film, rendition_failed of what cannot be decoded, clip_range_refused
 * @source decision 0235
 */
export async function planClip(context: Context, asked: AskedClip): Promise<ClipPlan> {
  const media = await findMedia(context, asked)
  if (!(await mayTake(context, media, asked))) throw refusal(context.identity)
  if (media.nature !== 'VIDEO') throw new ApiError('rendition_not_found', { name: 'clip' })
  if (media.undecodable)
    throw new ApiError('rendition_failed', { name: 'clip', reason: 'The file cannot be decoded' })
  const { startMs, endMs, source } = asked
  // How long it is, is known to whoever cuts it.
  const problem = clipProblem(asked, null)
  if (problem) throw new ApiError('clip_range_refused', { problem })
  const rendition = isWatermarked(context.identity) ? 'proxy_w' : source === 'proxy' ? source : null
  return { media, rendition, startMs, endMs }
}

async function mayTake(context: Context, media: Media, { source }: AskedClip): Promise<boolean> {
  if (await mayDownload(context, media)) return true
  const largest = largestPicture(context.identity)
  return (
    source === 'proxy' &&
    largest !== null &&
    playsWithin(largest) &&
    (await maySaveRenditions(context, media))
  )
}
