import type { Routes } from '../../access/handler.ts'
import { getEmbedPicture } from './get-embed-picture.ts'
import { getOembed } from './get-oembed.ts'
import { createEmbed, listEmbeds, revokeEmbed } from './manage-embeds.ts'
import { getEmbed, getEmbedFile, getEmbedTrack, logEmbedEvent } from './show-embed.ts'

/** What other sites show: the calls of those who let them, and of their visitors. */
export const embedRoutes: Routes<
  | 'createEmbed'
  | 'listEmbeds'
  | 'revokeEmbed'
  | 'getEmbed'
  | 'getEmbedFile'
  | 'getEmbedPicture'
  | 'getEmbedTrack'
  | 'logEmbedEvent'
  | 'getOembed'
> = {
  createEmbed,
  listEmbeds,
  revokeEmbed,
  getEmbed,
  getEmbedFile,
  getEmbedPicture,
  getEmbedTrack,
  logEmbedEvent,
  getOembed,
}
