import {
  ApiError,
  embedPictures,
  type CallAnswer,
  type CallInput,
  type Calls,
  type Embed,
  type EmbedUsage,
} from '@cartouche/contract'
import { randomBytes } from 'node:crypto'
import type { Context } from '../../access/context.ts'
import { requireAction, requireSignedIn } from '../../access/decide.ts'
import { recordAudit } from '../../access/audit/record-audit.ts'
import { withTransaction } from '../../ground/database/database.ts'
import { escapeHtml } from '../../ground/escape-html.ts'
import { keepInScope } from '../../model/search/find.ts'
import { searchIn } from '../../model/search/search-in.ts'
import { findMedia } from '../../model/variations/find-media.ts'
import { frameHtml } from '../../model/variations/player-frame.ts'
import { countByEmbed } from '../analytics/embed-counts.sql.ts'
import { insertEmbed, revokeEmbedRow, selectEmbed, selectEmbeds, type StoredEmbed } from './embeds.sql.ts'
import { hashToken } from './find-embed.ts'
import { embedAddress } from './show-embed.ts'

/**
 * Lets other sites show an asset. The address is shown only now: what is stored of it opens nothing.
 * @throws entity_not_found, file_missing, invalid_parameter, access_denied, sign_in_needed
 */
export async function createEmbed(
  context: Context,
  { object, id, variation, sites, expires }: CallInput<Calls['createEmbed']>,
): Promise<CallAnswer<Calls['createEmbed']>> {
  const author = requireSignedIn(context.identity)
  const media = await findMedia(context, { object, id: String(id) })
  await requireEmbedding(context, media.resource, id)
  const expiresAt = expires === null ? null : new Date(expires)
  if (expiresAt !== null && expiresAt.getTime() <= Date.now())
    throw new ApiError('invalid_parameter', { parameter: 'expires', reason: 'it lies in the past' })
  const token = randomBytes(24).toString('base64url')
  const embed = await withTransaction(context.database, async (transaction) => {
    const kept = await insertEmbed(transaction, {
      tokenHash: hashToken(token),
      resource: media.resource,
      entityId: id,
      author,
      variation,
      sites: [...new Set(sites)],
      expiresAt,
    })
    await recordAudit(context, transaction, {
      kind: 'embed.created',
      target: { resource: media.resource, id, name: media.fileName },
      after: { variation, sites, expires: expiresAt },
    })
    return kept
  })
  const url = embedAddress(context, token)
  return {
    ...toEmbed(embed),
    url,
    pictureUrl: `${url}/${variation}`,
    frameHtml: frameHtml(url, media.fileName, { width: '640', height: '360' }),
    pictureHtml: pictureHtml(url, embed, media.fileName),
  }
}

/** @throws entity_not_found, access_denied, sign_in_needed */
export async function listEmbeds(
  context: Context,
  { object, id }: CallInput<Calls['listEmbeds']>,
): Promise<CallAnswer<Calls['listEmbeds']>> {
  const resource = object.toLowerCase()
  await requireEmbedding(context, resource, id)
  const embeds = await selectEmbeds(context.database, resource, id)
  const usage = await countByEmbed(
    context.database,
    embeds.map((embed) => embed.id),
  )
  return embeds.map((embed) => ({ ...toEmbed(embed), usage: usage.get(embed.id) ?? unused }))
}

/**
 * Ends an embed, whoever of those who may embed its asset made it.
 * @throws embed_not_found, access_denied, sign_in_needed
 */
export async function revokeEmbed(
  context: Context,
  { id }: CallInput<Calls['revokeEmbed']>,
): Promise<CallAnswer<Calls['revokeEmbed']>> {
  requireSignedIn(context.identity)
  const embed = await selectEmbed(context.database, id)
  const seen =
    embed && (await requireEmbedding(context, embed.resource, embed.entityId).catch(() => undefined))
  if (!embed || !seen) throw new ApiError('embed_not_found')
  await withTransaction(context.database, async (transaction) => {
    if (!(await revokeEmbedRow(transaction, id))) throw new ApiError('embed_not_found')
    await recordAudit(context, transaction, {
      kind: 'embed.revoked',
      target: { resource: embed.resource, id: embed.entityId, name: embed.sites.join(', ') },
    })
  })
  return { revoked: true }
}

async function requireEmbedding(context: Context, resource: string, id: number): Promise<true> {
  const scope = requireAction(context.identity, resource, 'embed')
  const where = await searchIn(context)
  const seen = where.schemas.has(resource) ? await keepInScope(where, scope, [id]) : []
  const viewed = await keepInScope(where, requireAction(context.identity, resource, 'view'), seen)
  if (viewed.length === 0) throw new ApiError('entity_not_found', { resource, id })
  return true
}

const unused: EmbedUsage = { views: 0, plays: 0, recentViews: 0, recentPlays: 0, sites: [] }

function toEmbed({
  id,
  resource,
  entityId,
  variation,
  sites,
  createdAt,
  expiresAt,
  authorName,
}: StoredEmbed): Embed {
  return {
    id,
    object: resource,
    entity: entityId,
    variation,
    sites: [...sites],
    createdAt: createdAt.toISOString(),
    author: authorName,
    expires: expiresAt?.toISOString() ?? null,
  }
}

/** Widths in pixels of the pictures, where theirs are as wide as their box. */
const widths = { thumbnailBig: 640, web: 1200, preview: 1600 } as const

function pictureHtml(url: string, { variation }: StoredEmbed, name: string): string {
  const offered = embedPictures.slice(0, embedPictures.indexOf(variation) + 1)
  const sources = offered.map((picture) => `${escapeHtml(url)}/${picture} ${widths[picture]}w`).join(', ')
  return `<picture><source srcset="${sources}" sizes="100vw"><img src="${escapeHtml(url)}/${variation}" alt="${escapeHtml(name)}" loading="lazy"></picture>`
}
