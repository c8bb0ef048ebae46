import { z } from 'zod'
import { logEvent } from '../analytics/analytics-calls.ts'
import { bytes, defineCall } from '../define-call.ts'
import { id, instant, int } from '../parameters.ts'
import { embedPictures } from './embed-pictures.ts'

/**
 * A site that may show an embed, `example.org`, `*.example.org` or `https://example.org:8443`; of an address
 * its host counts.
 */
const site = z
  .string()
  .trim()
  .max(300)
  .transform((text) => text.toLowerCase().replace(/^(https?:\/\/)?([^/?#]*).*$/s, '$1$2'))
  .pipe(
    z
      .string()
      .regex(
        /^(https?:\/\/)?(\*\.)?[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*(:\d{1,5})?$/,
        'the name of a site is expected, as example.org',
      ),
  )

/** An embed as those see it who may embed its asset. */
export const Embed = z.object({
  id: z.number(),
  object: z.string(),
  entity: z.number(),
  variation: z.enum(embedPictures),
  /** Sites that may show it; none: all. */
  sites: z.array(z.string()),
  createdAt: z.string(),
  /** Who made it. */
  author: z.string(),
  /** Null: until it is revoked. */
  expires: z.string().nullable(),
})
export type Embed = z.output<typeof Embed>

/**
 * How often an embed was viewed and played, of all that is kept and of the last 30 days. `sites`: those
 * with most views, five at most.
 */
export const EmbedUsage = z.object({
  views: z.number(),
  plays: z.number(),
  recentViews: z.number(),
  recentPlays: z.number(),
  sites: z.array(z.object({ site: z.string(), views: z.number(), plays: z.number() })),
})
export type EmbedUsage = z.output<typeof EmbedUsage>

/** An embed in a list, with its usage. */
export const ListedEmbed = Embed.extend({ usage: EmbedUsage })
export type ListedEmbed = z.output<typeof ListedEmbed>

/** A new embed with the code to copy; its addresses are shown only now. */
export const CreatedEmbed = Embed.extend({
  url: z.string(),
  pictureUrl: z.string(),
  /** A frame with the player, and a picture in two sizes. */
  frameHtml: z.string(),
  pictureHtml: z.string(),
})
export type CreatedEmbed = z.output<typeof CreatedEmbed>

const reference = { object: z.string().max(64).default('asset'), id }

export const createEmbed = defineCall({
  name: 'createEmbed',
  method: 'POST',
  path: '/rest/embed',
  access: 'entity/embed',
  summary: 'Let other sites show an asset, to whoever visits them',
  source: 'data-layer §1: media player, embed; decision 0164',
  input: z.object({
    ...reference,
    variation: z.enum(embedPictures).default('web'),
    sites: z.array(site).max(50).default([]),
    expires: instant.nullable().default(null),
  }),
  answers: CreatedEmbed,
  status: 201,
  errors: ['entity_not_found', 'file_missing', 'invalid_parameter', 'access_denied'],
})

export const listEmbeds = defineCall({
  name: 'listEmbeds',
  method: 'GET',
  path: '/rest/embed',
  access: 'entity/embed',
  summary: 'The embeds of an asset that are active, newest first, with how often each was viewed and played',
  source: 'decisions 0164 and 0184',
  input: z.object(reference),
  answers: z.array(ListedEmbed),
  errors: ['entity_not_found', 'access_denied'],
})

export const revokeEmbed = defineCall({
  name: 'revokeEmbed',
  method: 'DELETE',
  path: '/rest/embed/{id}',
  access: 'entity/embed',
  summary: 'End an embed, at once and wherever it is shown',
  source: 'decision 0164',
  input: z.object({ id }),
  answers: z.object({ revoked: z.literal(true) }),
  errors: ['embed_not_found', 'access_denied'],
})

const token = z.string().max(100)

export const getEmbed = defineCall({
  name: 'getEmbed',
  method: 'GET',
  path: '/embed/{token}',
  access: 'embed/view',
  summary: 'The page of an embed, for a frame of another site',
  source: 'decision 0164',
  input: z.object({ token, start: int.min(0).optional() }),
  answers: bytes,
  errors: ['embed_not_found', 'embed_site_refused', 'file_missing'],
})

export const getEmbedFile = defineCall({
  name: 'getEmbedFile',
  method: 'GET',
  path: '/embed/{token}/{variation}',
  access: 'embed/view',
  summary: 'A picture of an embed, or the film that its page plays',
  source: 'decision 0164',
  input: z.object({ token, variation: z.string().max(100) }),
  answers: bytes,
  errors: [
    'embed_not_found',
    'embed_site_refused',
    'file_missing',
    'rendition_not_found',
    'rendition_failed',
  ],
})

export const getEmbedTrack = defineCall({
  name: 'getEmbedTrack',
  method: 'GET',
  path: '/embed/{token}/track/{track}',
  access: 'embed/view',
  summary: 'Subtitles or chapters of the film of an embed, as WebVTT',
  source: 'decisions 0164 and 0183',
  input: z.object({ token, track: id }),
  answers: bytes,
  errors: ['embed_not_found', 'embed_site_refused', 'file_missing', 'track_not_found'],
})

export const logEmbedEvent = defineCall({
  name: 'logEmbedEvent',
  method: 'POST',
  path: '/embed/{token}/event',
  access: 'embed/view',
  readOnly: true,
  summary: 'Report how far the film of an embed was played, and on which site',
  source: 'decisions 0159 and 0164',
  input: logEvent.input.extend({ token }),
  answers: logEvent.answers,
  errors: ['embed_not_found', 'too_many_guesses'],
})

export const getOembed = defineCall({
  name: 'getOembed',
  method: 'GET',
  path: '/oembed',
  access: 'public',
  summary: 'What the address of an embed shows, as oEmbed states it',
  source: 'oEmbed 1.0, §2; decision 0164',
  input: z.object({
    url: z.string().max(2000),
    maxwidth: int.min(1).max(100_000).optional(),
    maxheight: int.min(1).max(100_000).optional(),
    format: z.literal('json', 'only json is answered').optional(),
  }),
  answers: z.object({
    version: z.literal('1.0'),
    type: z.enum(['photo', 'video', 'rich']),
    title: z.string(),
    provider_name: z.string(),
    provider_url: z.string(),
    width: z.number(),
    height: z.number(),
    /** Of a film or a sound. */
    html: z.string().optional(),
    /** Of a picture. */
    url: z.string().optional(),
    thumbnail_url: z.string().optional(),
    thumbnail_width: z.number().optional(),
    thumbnail_height: z.number().optional(),
  }),
  errors: ['embed_not_found', 'file_missing'],
})
