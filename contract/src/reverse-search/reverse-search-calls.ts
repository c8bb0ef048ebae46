import { z } from 'zod'
import { bytes, defineCall } from '../define-call.ts'
import { int } from '../parameters.ts'

const uuid = z.guid()

export const getReverseSearchStatus = defineCall({
  name: 'getReverseSearchStatus',
  method: 'GET',
  path: '/packaged/reverse-search/feature/status',
  access: 'asset/view',
  summary: 'Whether pictures can be searched for by pictures, and how many files are ready for it',
  source: 'data-layer §4, §7 Reverse search; decision 0167',
  input: z.object({}),
  answers: z.object({
    /** What is searched: the library itself. */
    provider: z.literal('library'),
    /** Whom a search that is submitted asks beside it, and sends a picture to: hosts. */
    elsewhere: z.array(z.string()),
    /** Files of assets that are found by their picture, of all that have one. */
    ready: z.number(),
    total: z.number(),
  }),
  errors: ['access_denied', 'sign_in_needed', 'reverse_search_off'],
})

export const getReverseSearchPermissions = defineCall({
  name: 'getReverseSearchPermissions',
  method: 'GET',
  path: '/packaged/reverse-search/permissions/{uuid}',
  access: 'asset/view',
  summary: 'What the caller may do with reverse search of an asset, by its uuid',
  source: 'data-layer §3, §6, §7 Reverse search; decision 0167',
  input: z.object({ uuid }),
  /** `submit`: may have it searched for; `report`: there is a report to read, or there will be. */
  answers: z.record(z.string(), z.object({ submit: z.boolean(), report: z.boolean() })),
  errors: ['access_denied', 'sign_in_needed', 'entity_not_found', 'file_missing'],
})

/** How far a search is. */
export const reverseSearchStatuses = ['pending', 'done', 'failed'] as const

export const submitReverseSearch = defineCall({
  name: 'submitReverseSearch',
  method: 'POST',
  path: '/packaged/reverse-search/submit/{uuid}',
  access: 'asset/reverseSearch',
  summary: 'Search for the picture of an asset; the report says what was found',
  source: 'data-layer §7 Reverse search; decision 0167',
  input: z.object({ uuid }),
  answers: z.object({ uuid: z.string(), status: z.enum(reverseSearchStatuses) }),
  errors: ['access_denied', 'sign_in_needed', 'entity_not_found', 'file_missing', 'reverse_search_off'],
})

export const getReverseSearchReport = defineCall({
  name: 'getReverseSearchReport',
  method: 'GET',
  path: '/packaged/reverse-search/report/{uuid}',
  access: 'asset/reverseSearch',
  summary:
    'The report of the last search for an asset, a PDF of what the reader may see; 202 while it is searched for',
  source: 'data-layer §7 Reverse search; decision 0167',
  input: z.object({ uuid }),
  answers: bytes,
  errors: [
    'access_denied',
    'sign_in_needed',
    'entity_not_found',
    'file_missing',
    'reverse_search_not_found',
    'reverse_search_failed',
  ],
})

/** `score`: how alike, 0 to 1; `mirrored`: it is the mirror image. */
const SimilarAssets = z.object({
  data: z.array(z.object({ id: z.number(), score: z.number(), mirrored: z.boolean() })),
})

/**
 * Why a provider has no result: it did not answer in time, could not be reached, refused,
 * said too much, or what its interface does not allow; or there was no picture to send.
 */
const providerFailures = ['late', 'unreachable', 'refused', 'too_large', 'malformed', 'no_picture'] as const
export type ProviderFailure = (typeof providerFailures)[number]

/**
 * Where a provider, named by its host, finds a picture: the page that shows it, the picture there, how alike
 * they are (0 to 1); the most alike first. All of it is what the provider says.
 */
const ProviderFindings = z.object({
  provider: z.string(),
  error: z.enum(providerFailures).nullable(),
  matches: z.array(
    z.object({
      page: z.string(),
      picture: z.string().nullable(),
      title: z.string().nullable(),
      score: z.number(),
    }),
  ),
})
export type ProviderFindings = z.output<typeof ProviderFindings>

export const getReverseSearchMatches = defineCall({
  name: 'getReverseSearchMatches',
  method: 'GET',
  path: '/packaged/reverse-search/matches/{uuid}',
  access: 'asset/reverseSearch',
  summary: 'Where the last search for an asset found its picture beyond the library, and what its rights are',
  source: 'decision 0190',
  input: z.object({ uuid }),
  answers: z.object({
    status: z.enum(['none', ...reverseSearchStatuses]),
    searchedAt: z.string().nullable(),
    rights: z.object({ copyright: z.string().nullable(), credit: z.string().nullable() }),
    providers: z.array(ProviderFindings),
  }),
  errors: ['access_denied', 'sign_in_needed', 'entity_not_found', 'file_missing'],
})

export const findSimilarAssets = defineCall({
  name: 'findSimilarAssets',
  method: 'GET',
  path: '/packaged/reverse-search/similar/{uuid}',
  access: 'asset/reverseSearch',
  summary: 'Assets whose pictures are like that of an asset, the most alike first',
  source: 'decision 0167',
  input: z.object({ uuid, max: int.min(1).max(100).default(24) }),
  answers: SimilarAssets,
  errors: ['access_denied', 'sign_in_needed', 'entity_not_found', 'file_missing', 'reverse_search_off'],
})

export const findSimilarToPicture = defineCall({
  name: 'findSimilarToPicture',
  method: 'POST',
  path: '/packaged/reverse-search/similar',
  access: 'asset/reverseSearch',
  upload: true,
  readOnly: true,
  summary:
    'Assets whose pictures are like one that is sent, the most alike first: one file of a multipart body, 50 MB at most; nothing of it is kept',
  source: 'decision 0174',
  input: z.object({ max: int.min(1).max(100).default(24) }),
  answers: SimilarAssets,
  errors: [
    'access_denied',
    'sign_in_needed',
    'reverse_search_off',
    'too_many_guesses',
    'upload_format',
    'upload_empty',
    'upload_too_large',
    'storage_full',
    'picture_unsupported',
    'picture_too_large',
    'picture_damaged',
  ],
})
