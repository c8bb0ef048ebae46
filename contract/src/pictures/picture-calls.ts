import { z } from 'zod'
import { bytes, defineCall } from '../define-call.ts'
import { flag, int, jsonOr } from '../parameters.ts'
import { maxPictureSidePx, pictureFormats } from './picture-limits.ts'
import { CropRatio, PictureParameters } from './picture-options.ts'

const reference = {
  /** Resource: `asset`, another that imports fill, or `massimportitem`. */
  object: z.string().max(64),
  /** Number or uuid. */
  id: z.string().max(64),
}

export const getPicture = defineCall({
  name: 'getPicture',
  method: 'GET',
  path: '/wedia/dam/picture/{object}/{id}',
  access: 'entity/view',
  summary: 'A picture of an asset, cropped, resized and written as the address asks',
  source: 'decision 0202',
  input: z.object({
    ...reference,
    ...PictureParameters,
    /** As an attachment. */
    download: flag.optional(),
    ticket: z.string().max(500).optional(),
    /** Whatever a page adds so that it does not show a file that was replaced; nothing depends on it. */
    revision: z.string().max(64).optional(),
  }),
  answers: bytes,
  errors: [
    'entity_not_found',
    'file_missing',
    'access_denied',
    'invalid_parameter',
    'picture_preset_not_found',
    'rendition_not_found',
    'rendition_failed',
    'too_many_pictures',
    'unavailable',
    'range_not_satisfiable',
  ],
})

export const getEmbedPicture = defineCall({
  name: 'getEmbedPicture',
  method: 'GET',
  path: '/embed/{token}/picture',
  access: 'embed/view',
  summary: 'A picture of an embed, cropped, resized and written as the address asks',
  source: 'decision 0204',
  input: z.object({ token: z.string().max(100), ...PictureParameters }),
  answers: bytes,
  errors: [
    'embed_not_found',
    'embed_site_refused',
    'file_missing',
    'access_denied',
    'invalid_parameter',
    'picture_preset_not_found',
    'rendition_not_found',
    'rendition_failed',
    'too_many_pictures',
    'unavailable',
    'range_not_satisfiable',
  ],
})

/** A place in a picture, in shares of its width and height from the left and from the top. */
const share = z.coerce.number().min(0).max(1)
export const FocalPoint = z.object({ x: share, y: share })
export type FocalPoint = z.output<typeof FocalPoint>

export const getFocalPoint = defineCall({
  name: 'getFocalPoint',
  method: 'GET',
  path: '/wedia/dam/focalpoint/{object}/{id}',
  access: 'entity/view',
  summary: 'What pictures of an asset are cropped around; null where nobody set it',
  source: 'decision 0203',
  input: z.object({ ...reference, ticket: z.string().max(500).optional() }),
  answers: z.object({ focalPoint: FocalPoint.nullable() }),
  errors: ['entity_not_found', 'file_missing'],
})

export const setFocalPoint = defineCall({
  name: 'setFocalPoint',
  method: 'PUT',
  path: '/wedia/dam/focalpoint/{object}/{id}',
  access: 'entity/update',
  summary: 'Set what pictures of an asset are cropped around, or null for the centre',
  source: 'decision 0203',
  input: z.object({ ...reference, focalPoint: jsonOr(FocalPoint.nullable()) }),
  answers: z.object({ focalPoint: FocalPoint.nullable() }),
  errors: ['entity_not_found', 'file_missing', 'access_denied', 'sign_in_needed'],
})

/** The picture that was chosen: a moment of a film, in milliseconds, or a page of a document, from 1. */
export const Poster = z.union([
  z.strictObject({ timeMs: int.min(0).max(1_000_000_000) }),
  z.strictObject({ page: int.min(1).max(100_000) }),
])
export type Poster = z.output<typeof Poster>

export const getPoster = defineCall({
  name: 'getPoster',
  method: 'GET',
  path: '/wedia/dam/poster/{object}/{id}',
  access: 'entity/view',
  summary: 'Which moment of a video, or page of a document, is its picture; null: the default',
  source: 'decision 0218',
  input: z.object({ ...reference, ticket: z.string().max(500).optional() }),
  answers: z.object({ poster: Poster.nullable() }),
  errors: ['entity_not_found', 'file_missing'],
})

export const setPoster = defineCall({
  name: 'setPoster',
  method: 'PUT',
  path: '/wedia/dam/poster/{object}/{id}',
  access: 'entity/update',
  summary: 'Set which moment of a video, or page of a document, is its picture, or null for the default',
  source: 'decision 0218',
  input: z.object({ ...reference, poster: jsonOr(Poster.nullable()) }),
  /** `former`: what it was before. */
  answers: z.object({ poster: Poster.nullable(), former: Poster.nullable() }),
  errors: [
    'entity_not_found',
    'file_missing',
    'access_denied',
    'sign_in_needed',
    'invalid_parameter',
    'rendition_failed',
  ],
})

const side = int.min(1).max(maxPictureSidePx).nullable().default(null)
const values = {
  /** By language. */
  names: jsonOr(z.object({ en: z.string().trim().min(1).max(200), fr: z.string().trim().min(1).max(200) })),
  /** As an address has it: `16:9`; null: all of the picture. */
  crop: CropRatio.nullable().default(null),
  width: side,
  height: side,
  fit: z.enum(['inside', 'cover']).default('inside'),
  /** Null: what the request accepts. */
  format: z.enum(pictureFormats).nullable().default(null),
  /** Null: what is usual for the format. */
  quality: int.min(1).max(100).nullable().default(null),
  metadata: z.enum(['none', 'all']).default('none'),
}
const code = z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/, 'small letters, digits and dashes')

/** A named way to make a picture, for addresses and for whoever downloads one. */
export const PicturePreset = z.object({ code: z.string(), position: z.number(), ...values })
export type PicturePreset = z.output<typeof PicturePreset>

export const listPicturePresets = defineCall({
  name: 'listPicturePresets',
  method: 'GET',
  path: '/rest/picturepresets',
  access: 'signed-in',
  summary: 'Presets of pictures, in their order',
  source: 'decision 0202',
  input: z.object({}),
  answers: z.array(PicturePreset),
  errors: ['sign_in_needed'],
})

export const createPicturePreset = defineCall({
  name: 'createPicturePreset',
  method: 'POST',
  path: '/rest/picturepresets',
  access: 'picturepreset/create',
  summary: 'Add a preset of pictures behind the others',
  source: 'decision 0202',
  input: z.object({ code, ...values }),
  answers: PicturePreset,
  status: 201,
  errors: ['access_denied', 'sign_in_needed', 'picture_preset_exists', 'picture_presets_full'],
})

export const updatePicturePreset = defineCall({
  name: 'updatePicturePreset',
  method: 'PUT',
  path: '/rest/picturepresets/{code}',
  access: 'picturepreset/update',
  summary: 'Replace a preset of pictures; addresses that name it change with it',
  source: 'decision 0202',
  input: z.object({ code, ...values }),
  answers: PicturePreset,
  errors: ['access_denied', 'sign_in_needed', 'picture_preset_not_found'],
})

export const deletePicturePreset = defineCall({
  name: 'deletePicturePreset',
  method: 'DELETE',
  path: '/rest/picturepresets/{code}',
  access: 'picturepreset/delete',
  summary: 'Delete a preset of pictures; addresses that name it answer no longer',
  source: 'decision 0202',
  input: z.object({ code }),
  answers: z.object({ deleted: z.literal(true) }),
  errors: ['access_denied', 'sign_in_needed', 'picture_preset_not_found'],
})
