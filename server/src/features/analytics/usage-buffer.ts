import type { Services } from '../../ground/services.ts'
import type { Usage, UsageActor, UsageEvent } from '../../access/usage.ts'
import { networkOf } from '../../access/network-of.ts'
import { createCache } from '../../ground/cache.ts'
import { createRateLimit } from '../../ground/rate-limit.ts'
import { shortenSearches, type TypedSearches } from './typed-searches.ts'
import { isRobot, rowOf, type UsageRow } from './usage-row.ts'
import { insertUsage } from './usage.sql.ts'

/** The same once more within this time, a reload or the next part of a film, is the same. */
const sameWithinMs = 10 * 60_000
const maxRemembered = 200_000
const writeEveryMs = 1000
/** What one statement writes, and what is kept while the database is away. */
const rowsPerWrite = 5000
const maxWaiting = 250_000
const requestsPerMinute = 200

/**
 * Keeps what people do until it is written.
 * @param now in milliseconds since 1970; without it spans are those of a clock that nobody sets
 * @source decision 0159
 */
export function createUsage(
  { database, settings, log }: Pick<Services, 'database' | 'settings' | 'log'>,
  now?: () => number,
): Usage {
  const passedMs = now ?? ((): number => performance.now())
  const countedAtMs = createCache<string, number>({ max: maxRemembered })
  const searches: TypedSearches = shortenSearches()
  const limit = createRateLimit(requestsPerMinute)
  let waiting: UsageRow[] = []
  let lost = 0
  let writing: Promise<void> = Promise.resolve()

  const isRepeated = (row: UsageRow, who: string): boolean => {
    const { kind, resource, id, embedId, reached, site, words } = row
    const key = JSON.stringify([who, kind, resource, id, embedId, reached, site, words])
    const at = countedAtMs.get(key)
    if (at !== undefined && passedMs() - at < sameWithinMs) return true
    countedAtMs.set(key, passedMs())
    return false
  }
  const push = (row: UsageRow): void => {
    if (waiting.length < maxWaiting) waiting.push(row)
    else lost++
  }
  // What the database takes for wrong is wrong the next time too: it must not keep the others waiting.
  const refused = (error: unknown): void => {
    if (!/^2[23]/.test(String((error as { code?: unknown }).code))) throw error
    log.error({ error: String(error) }, 'Events of usage were refused by the database')
  }
  const write = async (): Promise<void> => {
    if (lost > 0) log.warn({ events: lost }, 'Events of usage were lost, as the database was away')
    lost = 0
    while (waiting.length > 0) {
      const rows = waiting.slice(0, rowsPerWrite)
      await insertUsage(database, rows).catch(refused)
      waiting = waiting.slice(rows.length)
    }
  }
  const flush = (all = false): Promise<void> => {
    for (const row of searches.take(all ? Number.POSITIVE_INFINITY : passedMs())) push(row)
    return (writing = writing.then(write).catch((error: unknown) => {
      log.warn({ error: String(error) }, 'Events of usage could not be written yet')
    }))
  }
  const note = (actor: UsageActor, event: UsageEvent): boolean => {
    // What is still being imported is for whoever imports it, and counts for nothing.
    if (settings.usageDays === 0 || event.resource === 'massimportitem') return false
    const row = rowOf(actor, event, new Date(now?.() ?? Date.now()), isRobot(actor))
    const who = clientOf(actor)
    if (row.kind === 'search') searches.type(who, row, passedMs())
    else if (isRepeated(row, who)) return false
    else push(row)
    return !row.isRobot
  }
  return {
    note,
    admit: (actor) => limit(clientOf(actor), passedMs()),
    flush,
    start() {
      const timer = setInterval(() => void flush(), writeEveryMs)
      timer.unref()
      return async () => {
        clearInterval(timer)
        await flush(true)
      }
    },
  }
}

/** A session, or the share and the network of a visitor. Remembered for minutes, never written. */
function clientOf({ identity, request }: UsageActor): string {
  if (identity.kind === 'user' || identity.kind === 'application') return `${identity.kind} ${identity.id}`
  return `${identity.kind === 'visitor' ? identity.shareId : ''} ${networkOf(request.address)}`
}
