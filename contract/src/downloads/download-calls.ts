import { z } from 'zod'
import { ArchiveEstimate, ArchiveRequest } from '../carts/cart-calls.ts'
import { ItemsInput, itemsBodyBytes } from '../carts/cart.ts'
import { defineCall } from '../define-call.ts'
import { FindParameters } from '../entities/find-entities.ts'
import { flag, id, ids, int, jsonOr } from '../parameters.ts'
import { CropRatio } from '../pictures/picture-options.ts'

/**
 * A whole search, by its path and query as lists take them, or `list`, under which its hits were kept when it
 * was tested. Of a list, `count` hits from the place `first` (0 is the first), without those named.
 */
const SearchRequest = ArchiveRequest.omit({ selection: true }).extend({
  path: z.string().optional(),
  ...FindParameters.pick({ query: true, fulltext: true, fulltextMode: true, orderby: true }).shape,
  list: z.uuid().optional(),
  first: int.min(0).optional(),
  count: int.min(1).optional(),
  without: ids.optional(),
})
const searchErrors = [
  'list_not_found',
  'unknown_resource',
  'query_syntax',
  'query_too_large',
  'unknown_field',
  'archive_empty',
  'invalid_parameter',
] as const

export const testZipSearch = defineCall({
  name: 'testZipSearch',
  method: 'POST',
  path: '/wedia/cart/testZipSearch',
  access: 'asset/download',
  summary:
    'The size that the archive of a whole search would have. Its hits are kept for a week as they are now, under `list`',
  source: 'decision 0027',
  input: SearchRequest,
  answers: ArchiveEstimate.extend({ list: z.string(), count: z.number() }),
  errors: searchErrors,
})

export const zipSearch = defineCall({
  name: 'zipSearch',
  method: 'POST',
  path: '/wedia/cart/zipSearch',
  access: 'asset/download',
  summary: 'Prepare the archive of a whole search, or of a part of it; answers its uuid',
  source: 'decision 0027',
  input: SearchRequest,
  answers: z.string(),
  errors: [...searchErrors, 'archive_refused', 'email_missing'],
})

/**
 * Sizes of what an archive would hold, item by item with what it brings along (headers, descriptions, its
 * picture on the contact sheet), in its order: 0 where an item is left out. `names`: of items above the
 * limit, by id.
 */
export const ArchiveSizes = z.object({
  ids: z.array(z.number()),
  sizes: z.array(z.number()),
  names: z.record(z.string(), z.string()),
})
export type ArchiveSizes = z.output<typeof ArchiveSizes>

/** Which of the items, as many as 100,000 at once: for clients that split a download. */
const Slice = { first: int.min(0).optional(), count: int.min(1).max(100_000).optional() }
const Sized = z.object({
  profile: z.string().max(64).optional(),
  withContactSheet: flag.optional(),
  withAssetsDescriptions: flag.optional(),
  /** The video of each Live Photo with its picture, as far as it may be seen. Default: false. */
  withLiveVideos: flag.optional(),
  ...Slice,
})

export const sizeZipCart = defineCall({
  name: 'sizeZipCart',
  method: 'POST',
  path: '/wedia/cart/zipSizes/{id}',
  access: 'cart/download',
  maxBodyBytes: itemsBodyBytes,
  summary: 'The size of each file that the archive of a cart would hold, for a client that splits it',
  source: 'portal §4 Splitting; decision 0027',
  input: Sized.extend({ id, selection: ItemsInput.optional() }),
  answers: ArchiveSizes,
  errors: ['cart_not_found', 'invalid_parameter'],
})

export const sizeZipSearch = defineCall({
  name: 'sizeZipSearch',
  method: 'POST',
  path: '/wedia/cart/zipSizes',
  access: 'asset/download',
  summary: 'The size of each file that the archive of a kept search would hold',
  source: 'portal §4 Splitting; decision 0027',
  input: Sized.extend({ list: z.uuid() }),
  answers: ArchiveSizes,
  errors: ['list_not_found', 'invalid_parameter'],
})

export const sizeZipShare = defineCall({
  name: 'sizeZipShare',
  method: 'POST',
  path: '/wedia/cart/withShare/{id}/zipSizes',
  access: 'share/zip',
  maxBodyBytes: itemsBodyBytes,
  summary: 'The size of each file that the archive of a share would hold',
  source: 'portal §4 Splitting; decision 0027',
  input: Sized.extend({ id: z.string().max(64), selection: ItemsInput.optional() }),
  answers: ArchiveSizes,
  errors: [
    'share_not_found',
    'share_password_needed',
    'share_password_wrong',
    'share_used_up',
    'share_action_refused',
    'share_profile_refused',
    'invalid_parameter',
    'too_many_guesses',
  ],
})

/**
 * An archive on its way. `done` of `total` pieces that had to be made first (renditions, the contact sheet)
 * are made; both 0 where it was ready at once. `sizeBytes` once it is ready; `error` why there will be none.
 */
export const ArchiveState = z.object({
  uuid: z.string(),
  name: z.string(),
  status: z.enum(['preparing', 'ready', 'failed']),
  done: z.number(),
  total: z.number(),
  sizeBytes: z.number().nullable(),
  profile: z.string(),
  error: z
    .object({
      code: z.string(),
      message: z.string(),
      data: z.record(z.string(), z.union([z.string(), z.number()])),
    })
    .nullable(),
  url: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  downloads: z.number(),
  /**
   * What its maker asked for, so that they can ask again: of a cart, or of the hits of a search that are kept
   * under `list`. Null for whoever has its address alone.
   */
  request: z
    .object({
      cart: z.number().nullable(),
      list: z.string().nullable(),
      selection: z.array(z.object({ type: z.string(), id: z.number() })).nullable(),
      withContactSheet: z.boolean(),
      withAssetsDescriptions: z.boolean(),
      withLiveVideos: z.boolean(),
    })
    .nullable(),
})
export type ArchiveState = z.output<typeof ArchiveState>

export const listArchives = defineCall({
  name: 'listArchives',
  method: 'GET',
  path: '/wedia/cart/archives',
  access: 'signed-in',
  summary:
    'Downloads that the surfer asked for on any device and that can be taken still, newest first, 200 at most',
  source: 'decision 0027',
  input: z.object({}),
  answers: z.array(ArchiveState),
  errors: [],
})

export const getArchiveState = defineCall({
  name: 'getArchiveState',
  method: 'GET',
  path: '/wedia/cart/archives/{uuid}',
  access: 'public',
  summary: 'How far an archive is, by its unguessable address',
  source: 'decision 0027',
  input: z.object({ uuid: z.uuid() }),
  answers: ArchiveState,
  errors: ['archive_not_found'],
})

export const cancelArchive = defineCall({
  name: 'cancelArchive',
  method: 'DELETE',
  path: '/wedia/cart/archives/{uuid}',
  access: 'signed-in',
  summary: 'End an own archive, and the work on it',
  source: 'decision 0027',
  input: z.object({ uuid: z.uuid() }),
  answers: z.object({ uuid: z.string(), cancelled: z.literal(true) }),
  errors: ['archive_not_found'],
})

/**
 * How an administrator's profile makes pictures of photographs and first pages; of films and recordings, what
 * players get is taken.
 */
export const ProfileRecipe = z.object({
  format: z.enum(['jpeg', 'png', 'webp', 'tiff']),
  /** The largest part of this ratio around the focal point; without it, all of the picture. */
  crop: CropRatio.optional(),
  /** It fits into a square of this side, never enlarged; null: full size. */
  boxPx: int.min(16).max(30_000).nullable(),
  /** 1 to 100, for formats that have one. */
  quality: int.min(1).max(100),
  colourSpace: z.enum(['srgb', 'p3', 'cmyk', 'gray']),
  watermark: flag,
})
export type ProfileRecipe = z.output<typeof ProfileRecipe>

/**
 * What an archive can hold of each asset: the original, a rendition of the product, or what a recipe makes.
 * `names` by language.
 */
export const DownloadProfile = z.object({
  code: z.string(),
  names: z.record(z.string(), z.string()),
  position: z.number(),
  rendition: z.string().nullable(),
  recipe: ProfileRecipe.nullable(),
  /** Whether title, description, keywords and rights of the asset are written into each file. */
  embedsMetadata: z.boolean(),
  isBuiltIn: z.boolean(),
})
export type DownloadProfile = z.output<typeof DownloadProfile>

const code = z.string().regex(/^[A-Za-z][A-Za-z0-9-]{0,39}$/, 'letters, digits and dashes, 40 at most')
const ProfileValues = {
  names: jsonOr(z.object({ en: z.string().trim().min(1).max(200), fr: z.string().trim().min(1).max(200) })),
  /** Null: the original as it is, or with its description inside. */
  recipe: jsonOr(ProfileRecipe.nullable()),
  embedsMetadata: flag,
}

export const findDownloadProfiles = defineCall({
  name: 'findDownloadProfiles',
  method: 'GET',
  path: '/wedia/cart/downloadProfiles',
  access: 'downloadprofile/view',
  summary: 'All download profiles with their recipes, for administrators',
  source: 'decision 0028',
  input: z.object({}),
  answers: z.array(DownloadProfile),
  errors: [],
})

export const createDownloadProfile = defineCall({
  name: 'createDownloadProfile',
  method: 'POST',
  path: '/wedia/cart/downloadProfiles',
  access: 'downloadprofile/create',
  summary: 'Add a download profile behind the others',
  source: 'decision 0028',
  input: z.object({ code, ...ProfileValues }),
  answers: DownloadProfile,
  errors: ['profile_exists', 'invalid_parameter'],
})

export const updateDownloadProfile = defineCall({
  name: 'updateDownloadProfile',
  method: 'PUT',
  path: '/wedia/cart/downloadProfiles/{code}',
  access: 'downloadprofile/update',
  summary: 'Change a download profile; what was made by it before is made again when it is asked for',
  source: 'decision 0028',
  input: z.object({ code, ...ProfileValues }),
  answers: DownloadProfile,
  errors: ['profile_not_found', 'profile_built_in', 'invalid_parameter'],
})

export const deleteDownloadProfile = defineCall({
  name: 'deleteDownloadProfile',
  method: 'DELETE',
  path: '/wedia/cart/downloadProfiles/{code}',
  access: 'downloadprofile/delete',
  summary: 'Delete a download profile that an administrator made',
  source: 'decision 0028',
  input: z.object({ code }),
  answers: z.object({ code: z.string(), deleted: z.literal(true) }),
  errors: ['profile_not_found', 'profile_built_in'],
})
