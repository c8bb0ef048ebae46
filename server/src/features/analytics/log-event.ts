import { usageKindOf, type CallAnswer, type CallInput, type Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import type { UsageEvent } from '../../access/usage.ts'
import { requireSeen } from './require-seen.ts'
import { hostOf } from './usage-row.ts'

/**
 * Keeps an event by its name, now. A search is about a resource; anything else about an entity that the
 * caller may see, where it names one.
 * @throws unknown_resource, entity_not_found, too_many_guesses
 * @source data-layer §7 Analytics
 */
export async function logEvent(
  context: Context,
  { configuration, params }: CallInput<Calls['logEvent']>,
): Promise<CallAnswer<Calls['logEvent']>> {
  context.usage.admit(context)
  const { object = 'asset', id, position = 0, duration = 0, words, hits, site } = params ?? {}
  const kind = usageKindOf(configuration)
  const about = id === undefined ? { resource: object.toLowerCase() } : await requireSeen(context, object, id)
  const host = site === undefined ? undefined : hostOf(site)
  const event: UsageEvent = {
    kind,
    ...about,
    ...(kind === 'play' && duration > 0 ? { reached: (100 * position) / duration } : {}),
    ...(host === undefined ? {} : { site: host }),
    ...(words === undefined ? {} : { words }),
    ...(hits === undefined ? {} : { hits }),
  }
  // A search without words and an event about nothing say nothing.
  const isUseful = kind === 'search' ? (words ?? '').trim() !== '' : id !== undefined
  return { logged: isUseful && context.usage.note(context, event) }
}
