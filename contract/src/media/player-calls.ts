import { z } from 'zod'
import { bytes, defineCall } from '../define-call.ts'
import { flag, jsonOr } from '../parameters.ts'
import { defaultPlayers } from './default-players.ts'
import { Track } from './track-calls.ts'

/** A player, or several in order of preference, comma-separated; a rendition's name shows its picture. */
export const playerNames = z.string().max(500)
/** A length of CSS: pixels or percent; anything else is 100 %. */
export const frameSize = z.string().max(20)

const reference = {
  object: z.string().max(64),
  /** Number or uuid. */
  id: z.string().max(64),
  ticket: z.string().max(500).optional(),
}
/** Whether the player reports views and how far it was played; it does by default. */
export const logging = { canLogView: flag.optional(), canLogPlaying: flag.optional() }

/** A file of an asset, and where it is shown. Lengths in pixels, seconds and bytes; null where unknown. */
export const MediaDescription = z.object({
  resource: z.string(),
  id: z.number(),
  uuid: z.string(),
  name: z.string(),
  nature: z.enum(['IMAGE', 'VIDEO', 'AUDIO', 'DOCUMENT', 'OTHER']),
  mediaType: z.string(),
  fileName: z.string(),
  sizeBytes: z.number(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  durationSeconds: z.number().nullable(),
  playerUrl: z.string(),
  posterUrl: z.string(),
  renditions: z.array(
    z.object({
      name: z.string(),
      mediaType: z.string(),
      width: z.number().nullable(),
      height: z.number().nullable(),
      sizeBytes: z.number().nullable(),
      url: z.string(),
    }),
  ),
  /** Subtitles, captions and chapters. */
  tracks: z.array(Track),
})
export type MediaDescription = z.output<typeof MediaDescription>

/** What a page needs to show a player: `JSEndpoint(element, LauncherOptions)`, with the element of `Dom`. */
export const PlayerData = z.object({
  /** HTML, whose first element is the player: a frame. */
  Dom: z.string(),
  /** The script, and the name of the function that it puts on the window. */
  JavascriptUrl: z.string(),
  JSEndpoint: z.string(),
  LauncherOptions: z.object({
    /** Where the media is described; of a player without media, without `object` and `id`. */
    mediasJsonUrl: z.string(),
    mediasJson: MediaDescription.nullable(),
  }),
})
export type PlayerData = z.output<typeof PlayerData>

export const getPlayerData = defineCall({
  name: 'getPlayerData',
  method: 'GET',
  path: '/wedia/evp/htmlAndJsPlayer.json',
  access: 'entity/view',
  summary: 'HTML and script that play an asset inside of a page',
  source: 'data-layer §7 Player and embed; wire facts "Players and media"',
  input: z.object({
    ...reference,
    ...logging,
    player: playerNames.default(defaultPlayers),
    width: frameSize.optional(),
    height: frameSize.optional(),
  }),
  answers: PlayerData,
  errors: ['entity_not_found', 'file_missing'],
})

export const getFreePlayer = defineCall({
  name: 'getFreePlayer',
  method: 'GET',
  path: '/wedia/evp/htmlAndJsFreePlayer.json',
  access: 'asset/view',
  summary: 'The same without an asset: it plays the media whose description the page hands to it',
  source: 'data-layer §7 Player and embed; wire facts "Players and media"',
  input: z.object({ ...logging, ticket: reference.ticket }),
  answers: PlayerData,
  errors: ['access_denied', 'sign_in_needed'],
})

export const getPlayerScript = defineCall({
  name: 'getPlayerScript',
  method: 'GET',
  path: '/wedia/evp/player.js',
  access: 'public',
  summary: 'The script of players; its address changes with it',
  source: 'wire facts "Players and media"',
  input: z.object({ v: z.string().max(64).optional() }),
  answers: bytes,
  errors: [],
})

export const getHlsScript = defineCall({
  name: 'getHlsScript',
  method: 'GET',
  path: '/wedia/evp/hls.js',
  access: 'public',
  summary: 'The library by which players play films in several sizes; its address changes with it',
  source: 'decision 0248',
  input: z.object({ v: z.string().max(64).optional() }),
  answers: bytes,
  errors: [],
})

export const getEmbedCode = defineCall({
  name: 'getEmbedCode',
  method: 'POST',
  path: '/wedia/evp/embed.json',
  access: 'entity/view',
  readOnly: true,
  summary: 'The code of a frame with the player, for pages whose readers may see the asset',
  source: 'data-layer §7 Player and embed; wire facts "Players and media"; decision 0164',
  input: z.object({
    ...reference,
    PlayerUid: playerNames.default(defaultPlayers),
    /** `start`: seconds. The rest of what a client sends is passed over. */
    Options: jsonOr(
      z.looseObject({ start: z.coerce.number().int().min(0).optional().catch(undefined) }),
    ).optional(),
    width: frameSize.optional(),
    height: frameSize.optional(),
  }),
  answers: z.object({ Html: z.string(), Url: z.string(), Title: z.string() }),
  errors: ['entity_not_found', 'file_missing'],
})

export const describeMedia = defineCall({
  name: 'describeMedia',
  method: 'GET',
  path: '/wedia/cloud/describeMedia',
  alsoAt: ['/wedia/evp/describeMedia'],
  access: 'entity/view',
  summary: 'What the file of an asset is, and the addresses that show it',
  source: 'data-layer §7 Player and embed; wire facts "Players and media"',
  input: z.object(reference),
  answers: MediaDescription,
  errors: ['entity_not_found', 'file_missing'],
})

/** What of a photograph with a short video its reader may see. */
export const LivePhoto = z.object({
  /** Whether the rendition `motion` plays for the reader. */
  plays: z.boolean(),
  /** Of a Live Photo the other assets with its pictures and videos, the oldest first. */
  parts: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      nature: z.enum(['IMAGE', 'VIDEO', 'AUDIO', 'DOCUMENT', 'OTHER']),
    }),
  ),
})
export type LivePhoto = z.output<typeof LivePhoto>

export const getLivePhoto = defineCall({
  name: 'getLivePhoto',
  method: 'GET',
  path: '/wedia/dam/livephoto/{object}/{id}',
  access: 'entity/view',
  summary: 'Whether the short video of a photograph plays, and of a Live Photo its other files',
  source: 'decision 0253',
  input: z.object(reference),
  answers: LivePhoto,
  errors: ['entity_not_found', 'file_missing'],
})
