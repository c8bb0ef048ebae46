import {
  ApiError,
  usageKindOf,
  usageKinds,
  type CallAnswer,
  type CallInput,
  type Calls,
  type UsageKind,
} from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { countByKind, countBySite, selectByUuid } from './counts.sql.ts'
import { countEvents } from './event-counts.sql.ts'
import { requireSeen } from './require-seen.ts'

const captions: Readonly<Record<'en' | 'fr', Readonly<Record<UsageKind, string>>>> = {
  en: {
    view: 'Views',
    download: 'Downloads',
    play: 'Plays',
    share: 'Shares opened',
    embed: 'Views on other sites',
    search: 'Searches',
    other: 'Other',
  },
  fr: {
    view: 'Vues',
    download: 'Téléchargements',
    play: 'Lectures',
    share: 'Partages ouverts',
    embed: 'Vues sur d’autres sites',
    search: 'Recherches',
    other: 'Autres',
  },
}

const viewAndDownload: readonly UsageKind[] = ['view', 'download']

/**
 * How often something was done with an entity that the caller may see.
 * @throws unknown_resource, entity_not_found
 * @source data-layer §7 Analytics, §9
 */
export async function listAssetEvents(
  context: Context,
  { nbrDays, object, id, onlyDownloadAndView, max, onlyCurrentUser }: CallInput<Calls['listAssetEvents']>,
): Promise<CallAnswer<Calls['listAssetEvents']>> {
  const { database, identity } = context
  const entity = await requireSeen(context, object, id)
  const query = { kinds: onlyDownloadAndView ? viewAndDownload : usageKinds, days: nbrDays, max }
  const counts = onlyCurrentUser
    ? await countEvents(database, 'kind', { ...query, only: identity, entity })
    : await countByKind(database, entity.resource, entity.id, query)
  const words = context.locale === 'fr' ? captions.fr : captions.en
  return { list: counts.map((count) => ({ ...count, caption: words[usageKindOf(count.key)] })) }
}

/**
 * The sites that show an entity that the caller may see.
 * @throws entity_not_found
 * @source data-layer §3, §7 Analytics
 */
export async function listBroadcasts(
  context: Context,
  { max, nbDays, uuid }: CallInput<Calls['listBroadcasts']>,
): Promise<CallAnswer<Calls['listBroadcasts']>> {
  const named = await selectByUuid(context.database, uuid)
  if (!named) throw new ApiError('entity_not_found', { resource: 'asset', id: uuid })
  const { resource, id } = await requireSeen(context, named.resource, named.id).catch(() => {
    // What is hidden reads as what is not there.
    throw new ApiError('entity_not_found', { resource: 'asset', id: uuid })
  })
  return { list: await countBySite(context.database, resource, id, nbDays, max) }
}
