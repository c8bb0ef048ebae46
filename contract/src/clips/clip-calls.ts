import { z } from 'zod'
import { bytes, defineCall } from '../define-call.ts'
import { int } from '../parameters.ts'
import { clipSources } from './clip-range.ts'

/** A day: longer films are cut beforehand. */
const moment = int.min(0).max(86_400_000)
const ClipInput = z.object({
  /** Resource: `asset`, another that imports fill, or `massimportitem`. */
  object: z.string().max(64),
  /** Number or uuid. */
  id: z.string().max(64),
  /** First moment and the one after the last, milliseconds from the beginning of the film. */
  startMs: moment,
  endMs: moment,
  /** `proxy`: what plays, at most 1280 pixels; `original`: as large as the original, at most 4096 pixels. */
  source: z.enum(clipSources).default('proxy'),
  ticket: z.string().max(500).optional(),
})

const errors = [
  'entity_not_found',
  'file_missing',
  'access_denied',
  'invalid_parameter',
  'clip_range_refused',
  'rendition_not_found',
  'rendition_failed',
  'too_many_clips',
  'unavailable',
] as const

export const getClip = defineCall({
  name: 'getClip',
  method: 'GET',
  path: '/wedia/dam/clip/{object}/{id}',
  access: 'entity/view',
  summary: 'A part of a film as MP4, cut to the frame, as a download',
  source: 'decision 0235',
  input: ClipInput,
  answers: bytes,
  errors: [...errors, 'range_not_satisfiable'],
})

export const prepareClip = defineCall({
  name: 'prepareClip',
  method: 'POST',
  path: '/wedia/dam/clip/{object}/{id}',
  access: 'entity/view',
  readOnly: true,
  summary: 'Have a part of a film made, and wait up to 2 s for it; whoever leaves cancels it',
  source: 'decisions 0235 and 0259',
  input: ClipInput,
  /**
   * `sizeBytes` of the file; null while it is being made: ask again. `share`: how much of it is done, from 0
   * to 1; null before that is known.
   */
  answers: z.object({
    isReady: z.boolean(),
    sizeBytes: z.number().nullable(),
    share: z.number().min(0).max(1).nullable(),
  }),
  errors,
})
