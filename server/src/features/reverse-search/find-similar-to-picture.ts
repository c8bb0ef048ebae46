import { rm } from 'node:fs/promises'
import {
  ApiError,
  maxSearchedPictureBytes,
  type CallAnswer,
  type CallInput,
  type Calls,
} from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import type { UploadPart, UploadParts } from '../../access/handler.ts'
import { networkOf } from '../../access/network-of.ts'
import { writeFile } from '../../ground/blobs/write-file.ts'
import { createRateLimit } from '../../ground/rate-limit.ts'
import { RenditionError } from '../../media/rendition-error.ts'
import { findSimilar } from './find-similar.ts'
import { keepAllowed, requireSwitchedOn } from './require-reverse-search.ts'

/** A minute and person: each is decoded before imports, and nobody chooses more by hand. */
const limitRate = createRateLimit(20)

/**
 * Finds what is like a picture that is sent, of what the caller may see. The file is decoded by a media
 * worker alone and is gone before the answer.
 * @throws reverse_search_off, too_many_guesses, upload_format, upload_empty, upload_too_large, storage_full,
 * picture_unsupported, picture_too_large, picture_damaged
 * @source decision 0174
 */
export async function findSimilarToPicture(
  context: Context,
  { parts, max }: CallInput<Calls['findSimilarToPicture']> & UploadParts,
): Promise<CallAnswer<Calls['findSimilarToPicture']>> {
  requireSwitchedOn(context)
  limitRate(clientOf(context))
  let fingerprint: Uint8Array | null | undefined
  for await (const part of parts) {
    if (part.kind === 'field') continue
    if (fingerprint !== undefined) {
      part.stream.resume()
      throw new ApiError('upload_format', { reason: 'one picture at a time is searched for' })
    }
    fingerprint = await takeFingerprint(context, part)
  }
  if (fingerprint === undefined) throw new ApiError('upload_empty')
  const keep = (ids: readonly number[]) => keepAllowed(context, 'view', ids)
  return { data: fingerprint ? await findSimilar(context, fingerprint, max, keep) : [] }
}

/** More sessions are no more searches. */
function clientOf({ identity, request }: Context): string {
  return 'session' in identity ? `${identity.kind}/${identity.id}` : networkOf(request.address)
}

/** @returns null where there is nothing to recognize the picture by: it is of one grey */
async function takeFingerprint(
  { blobs, mediaWorkers, settings, signal }: Context,
  { stream, fileName }: Extract<UploadPart, { kind: 'file' }>,
): Promise<Uint8Array | null> {
  const maxSizeBytes = Math.min(maxSearchedPictureBytes, settings.uploadMaxBytes)
  const path = await blobs.newScratchPath()
  try {
    const { sizeBytes } = await writeFile(path, stream, { maxSizeBytes, signal })
    if (sizeBytes === 0) throw new ApiError('upload_empty')
    return await mediaWorkers.fingerprint({ path, fileName, signal })
  } catch (error) {
    if (!(error instanceof RenditionError)) throw error
    // Whoever left hears no answer: that is no failure to be logged.
    if (error.code === 'cancelled' && signal.aborted) return null
    throw refusalOf(error)
  } finally {
    await rm(path, { force: true })
  }
}

/** What a person can do about it: how the decoder failed is nothing to them. */
function refusalOf(error: RenditionError): Error {
  switch (error.code) {
    case 'unsupported':
    case 'tool_missing':
    case 'password_protected':
      return new ApiError('picture_unsupported')
    case 'too_many_pixels':
    case 'decompression_bomb':
    case 'too_large':
    case 'timeout':
    case 'memory':
      return new ApiError('picture_too_large')
    case 'broken':
    case 'truncated':
    case 'crashed':
      return new ApiError('picture_damaged')
    case 'killed':
    case 'cancelled':
      return error
  }
}
