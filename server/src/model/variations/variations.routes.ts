import type { Routes } from '../../access/handler.ts'
import { describeMedia } from './describe-media.ts'
import { getPlayer } from './get-player.ts'
import { getEmbedCode, getFreePlayer, getPlayerData, getPlayerScript } from './get-player-data.ts'
import { getHlsScript } from './hls-library.ts'
import { getVariation } from './get-variation.ts'
import { getDocumentWords } from './get-document-words.ts'
import { getLivePhoto } from './live-photo.ts'
import { getTrack, listTracks } from './list-tracks.ts'
import { listVariations } from './list-variations.ts'

/** The files of assets, what is made of them, and what plays them. */
export const variationRoutes: Routes<
  | 'getVariation'
  | 'getVariationByPath'
  | 'listVariations'
  | 'getPlayer'
  | 'getPlayerData'
  | 'getFreePlayer'
  | 'getPlayerScript'
  | 'getHlsScript'
  | 'getEmbedCode'
  | 'describeMedia'
  | 'getDocumentWords'
  | 'getLivePhoto'
  | 'listTracks'
  | 'getTrack'
> = {
  getVariation,
  getVariationByPath: getVariation,
  listVariations,
  getPlayer,
  getPlayerData,
  getFreePlayer,
  getPlayerScript,
  getHlsScript,
  getEmbedCode,
  describeMedia,
  getDocumentWords,
  getLivePhoto,
  listTracks,
  getTrack,
}
