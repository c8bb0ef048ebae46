import { ApiError, type CallAnswer, type CallInput, type Calls, type Poster } from '@cartouche/contract'
import { recordAudit } from '../../access/audit/record-audit.ts'
import type { Context } from '../../access/context.ts'
import { refusal } from '../../access/decide.ts'
import { withTransaction } from '../../ground/database/database.ts'
import { jobPriority } from '../../ground/jobs/task.ts'
import { eagerRenditions, recipeFor } from '../../media/rendition-recipes.ts'
import { ensureRendition } from '../../media/renditions/ensure-rendition.ts'
import { lockEntities } from '../../model/entities/entities.sql.ts'
import { requireRows } from '../../model/entities/decide-rows.ts'
import { getSchemaOf } from '../../model/schemas/schema-registry.ts'
import { project } from '../../model/search/project.ts'
import { findMedia, type Media } from '../../model/variations/find-media.ts'
import { announce } from '../../people/live/announce.ts'
import { deletePlace, selectPlace, upsertPlace } from './posters.sql.ts'

/** @throws entity_not_found, file_missing, sign_in_needed, access_denied */
export async function getPoster(
  context: Context,
  input: CallInput<Calls['getPoster']>,
): Promise<CallAnswer<Calls['getPoster']>> {
  const media = await findMedia(context, input)
  return { poster: posterOf(media, await selectPlace(context.database, media)) }
}

/**
 * Sets which moment or page of the present file of an entity is its picture. It is drawn first: what cannot
 * be drawn is refused, and nothing changes.
 * @throws entity_not_found, file_missing, sign_in_needed, access_denied, invalid_parameter for what this kind
 * of file does not have, rendition_failed where nothing can be drawn
 * @source decision 0218
 */
export async function setPoster(
  context: Context,
  { poster, ...reference }: CallInput<Calls['setPoster']>,
): Promise<CallAnswer<Calls['setPoster']>> {
  const media = await findMedia(context, reference)
  const { resource, id } = media
  if (resource === 'massimportitem') throw refusal(context.identity)
  const schema = await getSchemaOf(context, resource)
  await requireRows(context, schema, [id], 'update')
  const place = poster && toPlace(media, poster)
  if (place !== null) await requirePicture(context, media, place)
  return withTransaction(context.database, async (transaction) => {
    await lockEntities(transaction, resource, [id])
    const former = posterOf(media, await selectPlace(transaction, media))
    if (place === null) await deletePlace(transaction, media)
    else if (!(await upsertPlace(transaction, media, place)))
      throw new ApiError('entity_not_found', { resource, id })
    // Another revision: what is remembered of the asset holds its picture, too.
    await project(transaction, schema, [id])
    await recordAudit(context, transaction, {
      kind: 'poster.updated',
      target: { resource, id, name: media.fileName },
      before: { poster: former },
      after: { poster },
    })
    await announce(transaction, { kind: 'picture', resource, id }, 'everyone')
    return { poster, former }
  })
}

function posterOf({ nature }: Media, place: number | null): Poster | null {
  if (place === null) return null
  return nature === 'VIDEO' ? { timeMs: place } : { page: place }
}

/** @throws invalid_parameter */
function toPlace({ nature }: Media, poster: Poster): number {
  const [place, of, reason] =
    'page' in poster
      ? [poster.page, 'DOCUMENT', 'a page is of a document']
      : [poster.timeMs, 'VIDEO', 'a time is of a video']
  if (nature !== of) throw new ApiError('invalid_parameter', { parameter: 'poster', reason })
  return place
}

/** Draws the largest picture; a job draws the others. @throws rendition_failed */
async function requirePicture(context: Context, media: Media, place: number): Promise<void> {
  const [largest, ...others] = eagerRenditions
  const recipe = largest === undefined ? null : recipeFor(largest, media.nature, place)
  if (!recipe)
    throw new ApiError('rendition_failed', { name: 'preview', reason: 'There is no picture of it' })
  const made = await ensureRendition(context, media.sha256, recipe, media)
  if (made.isPlaceholder)
    throw new ApiError('rendition_failed', { name: recipe.name, reason: 'There is no picture of it' })
  const { sha256 } = media
  await context.addJob(
    context.database,
    'make-renditions',
    { sha256, names: [...others], place },
    { key: `poster:${sha256}@${place}`, priority: jobPriority.render },
  )
}
