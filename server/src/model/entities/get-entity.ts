import {
  ApiError,
  isApiError,
  type AssetVariations,
  type EntityAnswer,
  type EntityData,
  type EntityParameters,
} from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { requireAction } from '../../access/decide.ts'
import { listVariations } from '../variations/list-variations.ts'
import { playerAddress } from '../variations/player-frame.ts'
import { headersOf } from '../schemas/read-schemas.ts'
import type { Schema } from '../schemas/schema.ts'
import { listSchemas } from '../schemas/schema-registry.ts'
import { readEntities } from './read-entities.ts'

/**
 * One entity, if the user may see it, with what the parameters ask for beside its properties.
 * @throws entity_not_found, sign_in_needed, access_denied
 * @source data-layer §7 Entities
 */
export async function getEntity(
  context: Context,
  schema: Schema,
  id: number,
  options: Partial<EntityParameters>,
): Promise<EntityAnswer> {
  requireAction(context.identity, schema.resource, 'view')
  const answer = await answerEntity(context, schema, id, options, true)
  if (!answer) throw new ApiError('entity_not_found', { resource: schema.resource, id })
  return answer
}

/**
 * The answer about an entity that the user has just written, or with `onlyVisible` may see; undefined where
 * it is gone. Rights are answered unless refused.
 */
export async function answerEntity(
  context: Context,
  schema: Schema,
  id: number,
  options: Partial<EntityParameters>,
  onlyVisible = false,
): Promise<EntityAnswer | undefined> {
  const [record] = await readEntities(context, schema, [id], {
    ...options,
    onlyVisible,
    withRights: options.withRights ?? true,
  })
  if (!record) return undefined
  const data: EntityData = wantsVariations(options)
    ? { ...record, $asset: await variationsOf(context, schema, id, options) }
    : record
  const headers = options.headers ? headersOf(context, await listSchemas(context), schema) : undefined
  return { resource: schema.resource, ...(headers ? { headers } : {}), response: { data } }
}

function wantsVariations({ variation, variations, players }: Partial<EntityParameters>): boolean {
  return [variation, variations, players].some((asked) => asked !== undefined)
}

/** The default player of an asset. @source data-layer §9 */
const players = ['bo.player']

async function variationsOf(
  context: Context,
  schema: Schema,
  id: number,
  { variation, variations, players: wanted }: Partial<EntityParameters>,
): Promise<AssetVariations> {
  const address = `${context.request.baseUrl}/api/wedia/dam/variation`
  const asked = (variation ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const there = (await offered(context, schema, id)).filter(
    ({ name }) => asked.length === 0 || asked.includes(name),
  )
  const best = asked.find((name) => there.some((one) => one.name === name))
  return {
    ...(best === undefined ? {} : { variation: best }),
    variations:
      (variations ?? 'SIZE').toLowerCase() === 'uri'
        ? there.map((one) => ({ ...one, uri: `${address}/${schema.resource}/${id}/${one.name}` }))
        : there,
    ...(wanted === undefined
      ? {}
      : {
          players:
            there.length === 0
              ? []
              : players.map((name) => ({
                  name,
                  uri: playerAddress(context, { resource: schema.resource, id }, { player: name }),
                })),
        }),
  }
}

/** What is without a file has no variations. */
async function offered(context: Context, schema: Schema, id: number): Promise<AssetVariations['variations']> {
  if (schema.importField === null) return []
  try {
    return await listVariations(context, { object: schema.resource, id: String(id) })
  } catch (error) {
    if (isApiError(error, 'file_missing')) return []
    throw error
  }
}
