import {
  everything,
  parseQuery,
  usageKindOf,
  type CallAnswer,
  type CallInput,
  type Calls,
} from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { refusal, may, scopeOf } from '../../access/decide.ts'
import { readAtStandby } from '../../ground/database/standby.ts'
import { compileHits, type CompiledSearch } from '../../model/search/find.ts'
import { searchIn } from '../../model/search/search-in.ts'
import { getSchemaOf } from '../../model/schemas/schema-registry.ts'
import { countByDay, countByEntity, countByGroup, type UsageCount, type UsageQuery } from './counts.sql.ts'
import { countEvents } from './event-counts.sql.ts'
import { requireSeen } from './require-seen.ts'

/**
 * What was viewed or downloaded most among what the caller may see; by themselves alone, where they ask so.
 * @throws unknown_resource
 * @source data-layer §7 Analytics, §9
 */
export async function listTopAssets(
  context: Context,
  { top, nbrDays, max, onlyCurrentUser, object }: CallInput<Calls['listTopAssets']>,
): Promise<CallAnswer<Calls['listTopAssets']>> {
  const isOwn = onlyCurrentUser || top.endsWith('User')
  const query = { kind: usageKindOf(top), days: nbrDays, max }
  const resources = [...new Set(object.map((name) => name.toLowerCase()))]
  const lists = await Promise.all(
    resources.map(async (resource) =>
      countEntities(context, resource, await hitsOf(context, resource), query, isOwn),
    ),
  )
  const list = lists.flat().toSorted((a, b) => b.count - a.count)
  return { list: list.slice(0, max) }
}

/**
 * Counts of one kind of event by a group. Entities are those that the caller may see; other groups than
 * entities name other people, and are for whoever may see usage.
 * @throws access_denied, unknown_resource, entity_not_found, query_syntax, unknown_field, invalid_parameter
 * @source data-layer §7 Analytics; decisions 0159, 0170 and 0176
 */
export async function listTop(
  context: Context,
  input: CallInput<Calls['listTop']>,
): Promise<CallAnswer<Calls['listTop']>> {
  const { aggregationFieldname: group, nbrDays: days, max, onlyCurrentUser, noneFound } = input
  const kind = usageKindOf(input.configurationName)
  const { identity } = context
  const resource = input.object.toLowerCase()
  const entity = input.id === undefined ? undefined : await requireSeen(context, resource, input.id)
  if (group === 'object' && !entity) {
    const hits = await hitsOf(context, resource, input.query)
    return { list: await countEntities(context, resource, hits, { kind, days, max }, onlyCurrentUser) }
  }
  if (!onlyCurrentUser && !may(identity, 'usage', 'view')) throw refusal(identity)
  if (entity && group === 'day' && !onlyCurrentUser)
    return { list: await readAtStandby(context, (at) => countByDay(at, entity, { kind, days, max })) }
  const isLimited = input.query.trim() !== ''
  if (!onlyCurrentUser && !isLimited && !entity && group !== 'object')
    return {
      list: await readAtStandby(context, (at) => countByGroup(at, group, { kind, days, max, noneFound })),
    }
  const counting = {
    kinds: [kind],
    days,
    max,
    noneFound,
    ...(onlyCurrentUser ? { only: identity } : {}),
    ...(entity ? { entity } : {}),
    ...(isLimited ? { found: { resource, hits: await hitsOf(context, resource, input.query) } } : {}),
  }
  const list = await readAtStandby(context, (at) => countEvents(at, group, counting))
  return { list }
}

function countEntities(
  context: Context,
  resource: string,
  hits: CompiledSearch,
  { kind, days, max }: UsageQuery,
  isOwn: boolean,
): Promise<UsageCount[]> {
  const { identity } = context
  return readAtStandby(context, (at) =>
    isOwn
      ? countEvents(at, 'object', { kinds: [kind], days, max, only: identity, found: { resource, hits } })
      : countByEntity(at, resource, hits, { kind, days, max }),
  )
}

async function hitsOf(context: Context, resource: string, query = ''): Promise<CompiledSearch> {
  await getSchemaOf(context, resource)
  return compileHits(
    await searchIn(context),
    {
      scope: scopeOf(context.identity, resource, 'view'),
      query: query.trim() === '' ? everything : parseQuery(query),
    },
    undefined,
  )
}
