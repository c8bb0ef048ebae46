import type { LiveEvent } from '@cartouche/contract'
import type { Database } from '../../ground/database/database.ts'
import { sendToServers } from './live.sql.ts'

/** Ids of people in one message: with an event it stays well below the 8000 bytes that PostgreSQL carries. */
const peoplePerMessage = 400

/** Everybody who is signed in, or these people, by their ids as users. */
export type Audience = readonly number[] | 'everyone'

/** What one server sends to the others. */
export interface Announcement {
  readonly event: LiveEvent
  readonly to: Audience
  /** Also everybody who may see all of this resource. */
  readonly seeing?: string
}

/**
 * Announces to people that something changed, on every screen where they are signed in, as soon as the
 * transaction of `database` is committed and never otherwise. Whoever is not listening misses it: what must
 * be seen later too is a notification.
 * @param seeing also announces it to everybody who may see all of this resource
 * @source decision 0062
 */
export async function announce(
  database: Database,
  event: LiveEvent,
  to: Audience,
  seeing?: string,
): Promise<void> {
  if (to === 'everyone')
    return sendToServers(database, [JSON.stringify({ event, to } satisfies Announcement)])
  const people = [...new Set(to)]
  const messages: string[] = []
  if (people.length === 0 && seeing !== undefined)
    messages.push(JSON.stringify({ event, to: people, seeing }))
  for (let first = 0; first < people.length; first += peoplePerMessage) {
    messages.push(
      JSON.stringify({
        event,
        to: people.slice(first, first + peoplePerMessage),
        ...(first === 0 && seeing !== undefined ? { seeing } : {}),
      } satisfies Announcement),
    )
  }
  if (messages.length > 0) await sendToServers(database, messages)
}
