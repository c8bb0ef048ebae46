import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { flag, id, int, jsonOr } from '../parameters.ts'
import { usageGroups } from './usage-kinds.ts'

/** @source data-layer §9: a top has 24 rows by default; nobody looks at more than a thousand */
const max = int.min(1).max(1000).default(24)
/** How far back, in days with today; zero or less: all that is kept. @source wire facts "Analytics" */
const days = int.min(-1_000_000).max(1_000_000)
const resourceName = z.string().regex(/^[a-z][a-z0-9]{0,62}$/i, 'the name of a resource is expected')
const resourceNames = z
  .union([z.string(), z.array(z.string())])
  .transform((names) => (typeof names === 'string' ? names.split(',') : names))
  .pipe(z.array(resourceName).min(1).max(100))

/** A number behind a key; what the key is, depends on the call. Most first. */
const UsageCount = z.object({ key: z.string(), count: z.number() })
const counts = z.object({ list: z.array(UsageCount) })

/** Where somebody was: existing clients send it, and nothing is kept of it. */
const sessionType = z.string().max(100).optional()
const logged = z.object({ logged: z.boolean() })

export const logObjectData = defineCall({
  name: 'logObjectData',
  method: 'POST',
  path: '/wedia/analytics/log/objectdata',
  access: 'asset/view',
  readOnly: true,
  summary: 'Report that an entity was viewed, downloaded, played, shared or embedded',
  source: 'data-layer §7 Analytics; decision 0159',
  input: z.object({ object: resourceName, id, actionId: z.string().min(1).max(100), sessionType }),
  /** `logged`: whether it counts; what robots do and what was reported just before does not. */
  answers: logged,
  errors: ['access_denied', 'sign_in_needed', 'entity_not_found', 'unknown_resource', 'too_many_guesses'],
})

/** What an event may say of itself; the rest of what a client sends with it is not kept. */
const EventParams = z.looseObject({
  object: resourceName.optional(),
  id: id.optional(),
  /** How far a film was played, seconds, and how long it is. */
  position: z.coerce.number().min(0).max(1e9).optional(),
  duration: z.coerce.number().min(0).max(1e9).optional(),
  /** What was searched for, and how much was found. */
  words: z.string().max(1000).optional(),
  hits: int.min(0).max(1e12).optional(),
  /** The site that shows it, as an address or its host. */
  site: z.string().max(2000).optional(),
})

export const logEvent = defineCall({
  name: 'logEvent',
  method: 'POST',
  path: '/wedia/analytics/log/event',
  access: 'asset/view',
  readOnly: true,
  summary: 'Report an event by its name: how far a film was played, what was searched for, on which site',
  source: 'data-layer §7 Analytics; decision 0159',
  input: z.object({
    configuration: z.string().min(1).max(100),
    params: jsonOr(EventParams.nullable()).default({}),
    sessionType,
  }),
  answers: logged,
  errors: ['access_denied', 'sign_in_needed', 'entity_not_found', 'unknown_resource', 'too_many_guesses'],
})

/** The tops of assets that there are. @source data-layer §9 */
export const topNames = ['topDamView', 'topDamDownload', 'topDamViewUser', 'topDamDownloadUser'] as const

export const listTopAssets = defineCall({
  name: 'listTopAssets',
  method: 'POST',
  path: '/wedia/analytics/{top}',
  access: 'asset/view',
  readOnly: true,
  summary:
    'What was viewed or downloaded most, of what the caller may see; of the caller alone by the User tops',
  source: 'data-layer §3, §7 Analytics, §9; wire facts "Analytics"; decision 0159',
  input: z.object({
    top: z.enum(topNames, 'the top must be of view or download'),
    nbrDays: days.default(0),
    max,
    onlyCurrentUser: flag.default(false),
    object: resourceNames.default(['asset']),
  }),
  /** `key`: `{resource}_{id}`. */
  answers: counts,
  errors: ['access_denied', 'sign_in_needed', 'unknown_resource'],
})

export const listTop = defineCall({
  name: 'listTop',
  method: 'POST',
  path: '/wedia/analytics/top',
  access: 'asset/view',
  readOnly: true,
  summary:
    'Counts of one kind of event by what they are about, by who, where, what words or when; of other people for whoever may see usage',
  source: 'data-layer §7 Analytics; decisions 0159 and 0176',
  input: z.object({
    /** The kind of event. */
    configurationName: z.string().min(1).max(100),
    aggregationFieldname: z.enum(usageGroups).default('object'),
    nbrDays: days.default(0),
    max,
    /** Only events about entities that match; a resource of its own under `object`, `asset` by default. */
    query: z.string().max(20_000).default(''),
    onlyCurrentUser: flag.default(false),
    object: resourceName.default('asset'),
    /** Only events about this entity of `object`, which the caller may see. */
    id: id.optional(),
    /** Of searches: those that found nothing. */
    noneFound: flag.default(false),
  }),
  answers: counts,
  errors: [
    'access_denied',
    'sign_in_needed',
    'invalid_parameter',
    'query_syntax',
    'unknown_field',
    'unknown_resource',
    'entity_not_found',
  ],
})

export const listAssetEvents = defineCall({
  name: 'listAssetEvents',
  method: 'POST',
  path: '/wedia/analytics/assetEvents',
  access: 'asset/view',
  readOnly: true,
  summary: 'How often an entity was viewed, downloaded, played, shared and embedded',
  source: 'data-layer §7 Analytics, §9; wire facts "Analytics"; decision 0159',
  input: z.object({
    nbrDays: days.default(-1),
    object: resourceName.default('asset'),
    id,
    onlyDownloadAndView: flag.default(false),
    max,
    onlyCurrentUser: flag.default(false),
  }),
  /** `caption`: the kind in the reader's language. */
  answers: z.object({ list: z.array(UsageCount.extend({ caption: z.string() })) }),
  errors: ['access_denied', 'sign_in_needed', 'entity_not_found', 'unknown_resource'],
})

export const listBroadcasts = defineCall({
  name: 'listBroadcasts',
  method: 'POST',
  path: '/wedia/analytics/whereDamBroadcasted',
  access: 'asset/view',
  readOnly: true,
  summary:
    'The sites that show an asset, by what is embedded there and by logs of a content delivery network',
  source: 'data-layer §3, §7 Analytics, §9; decision 0159',
  input: z.object({ max, nbDays: days.default(-1), uuid: z.guid() }),
  /** `key`: the domain. */
  answers: counts,
  errors: ['access_denied', 'sign_in_needed', 'entity_not_found'],
})

/** An asset that nobody used. */
const UnusedAsset = z.object({
  id: z.number(),
  /** Of its file. */
  sizeBytes: z.number(),
  createdAt: z.string(),
})

export const listUnusedAssets = defineCall({
  name: 'listUnusedAssets',
  method: 'GET',
  path: '/rest/administration/usage/unused',
  access: 'usage/view',
  summary:
    'Assets that were there all the time and that nobody viewed, downloaded, played, shared or embedded: how many, how large, the largest first',
  source: 'decision 0176',
  input: z.object({
    /** With today; 0: all that is kept. */
    nbrDays: int.min(0).max(1_000_000).default(365),
    max,
  }),
  answers: z.object({ total: z.number(), sizeBytes: z.number(), list: z.array(UnusedAsset) }),
  errors: ['access_denied', 'sign_in_needed', 'searches_waiting'],
})

/** A log of a delivery network, as it was counted. */
const ImportedLog = z.object({
  fileName: z.string(),
  /** Its lines, without comments. */
  lines: z.number(),
  /** Requests of other sites for entities of the library. */
  counted: z.number(),
  /** A log of the same bytes was imported before: nothing of it counts again. */
  isKnown: z.boolean(),
})

export const importUsageLog = defineCall({
  name: 'importUsageLog',
  method: 'POST',
  path: '/rest/administration/usage/logs',
  access: 'usage/import',
  upload: true,
  summary:
    'Count which sites show assets, from logs of a delivery network: files of a multipart body, plain or `.gz`, in the combined format or the extended format of the W3C',
  source: 'data-layer §7 Analytics; decision 0171',
  input: z.object({}),
  answers: z.object({ logs: z.array(ImportedLog) }),
  errors: ['access_denied', 'upload_format', 'upload_empty', 'upload_too_large'],
})
