import { z } from 'zod'
import { bytes, defineCall } from '../define-call.ts'
import { id } from '../parameters.ts'
import { toLanguageTag } from './language-tag.ts'
import { trackKinds } from './track-kinds.ts'

/** A language as BCP 47 writes it, in its usual spelling; `und`: unknown. */
const language = z
  .string()
  .trim()
  .max(35)
  .transform((text, { addIssue }) => {
    const tag = toLanguageTag(text)
    if (tag === undefined) addIssue('a language is expected, as fr or pt-BR')
    return tag ?? 'und'
  })

/** Subtitles, captions or chapters of a film or recording, kept as WebVTT. */
export const Track = z.object({
  id: z.number(),
  kind: z.enum(trackKinds),
  /** BCP 47; `und`: unknown. */
  language: z.string(),
  /** Empty: it is named by its language. */
  label: z.string(),
  /**
   * Where it comes from: somebody sent it, it lay beside the film in an import, or it is part of its file.
   */
  origin: z.enum(['upload', 'import', 'embedded']),
  fileName: z.string(),
  /** How many texts it has. */
  cues: z.number(),
  createdAt: z.string(),
  /** Where its WebVTT is. */
  url: z.string(),
})
export type Track = z.output<typeof Track>

const media = {
  object: z.string().max(64),
  /** Number or uuid. */
  id: z.string().max(64),
}
const ticket = { ticket: z.string().max(500).optional() }
const about = { kind: z.enum(trackKinds), language, label: z.string().trim().max(100) }

export const listTracks = defineCall({
  name: 'listTracks',
  method: 'GET',
  path: '/wedia/dam/tracks/{object}/{id}',
  access: 'entity/view',
  summary: 'Subtitles, captions and chapters of a film or recording, in the order in which they came',
  source: 'decision 0183',
  input: z.object({ ...media, ...ticket }),
  answers: z.array(Track),
  errors: ['entity_not_found', 'file_missing'],
})

export const getTrack = defineCall({
  name: 'getTrack',
  method: 'GET',
  path: '/wedia/dam/tracks/{object}/{id}/{track}',
  access: 'entity/view',
  summary: 'One of them, as WebVTT',
  source: 'decision 0183',
  input: z.object({ ...media, track: id, ...ticket }),
  answers: bytes,
  errors: ['entity_not_found', 'file_missing', 'track_not_found'],
})

export const uploadTrack = defineCall({
  name: 'uploadTrack',
  method: 'POST',
  path: '/wedia/dam/tracks/{object}/{id}',
  access: 'entity/update',
  upload: true,
  summary:
    'Add subtitles, captions or chapters: one SRT or WebVTT file of a multipart body, 2 MB at most; the rest in the address',
  source: 'decision 0183',
  input: z.object({
    ...media,
    kind: about.kind.default('subtitles'),
    language: about.language.default('und'),
    label: about.label.default(''),
    /** The track whose text the file replaces; it keeps its number. */
    replaces: id.optional(),
  }),
  answers: Track,
  status: 201,
  errors: [
    'entity_not_found',
    'file_missing',
    'access_denied',
    'track_not_found',
    'track_not_playable',
    'track_unreadable',
    'storage_limit_reached',
    'tracks_full',
    'upload_format',
    'upload_empty',
    'upload_too_large',
  ],
})

export const updateTrack = defineCall({
  name: 'updateTrack',
  method: 'PATCH',
  path: '/wedia/dam/tracks/{object}/{id}/{track}',
  access: 'entity/update',
  summary: 'Change what a track is for, its language or its label',
  source: 'decision 0183',
  input: z.object({
    ...media,
    track: id,
    kind: about.kind.optional(),
    language: about.language.optional(),
    label: about.label.optional(),
  }),
  answers: Track,
  errors: ['entity_not_found', 'file_missing', 'access_denied', 'track_not_found'],
})

export const deleteTrack = defineCall({
  name: 'deleteTrack',
  method: 'DELETE',
  path: '/wedia/dam/tracks/{object}/{id}/{track}',
  access: 'entity/update',
  summary: 'Delete a track',
  source: 'decision 0183',
  input: z.object({ ...media, track: id }),
  answers: z.object({ deleted: z.literal(true) }),
  errors: ['entity_not_found', 'file_missing', 'access_denied', 'track_not_found'],
})
