import type { RequestFacts } from '../../access/context.ts'
import type { Services } from '../../ground/services.ts'
import type { Database } from '../../ground/database/database.ts'
import type { SignInMethod } from '@cartouche/contract'
import { insertSessionUse, updateSeenAt } from './session-list.sql.ts'
import { shortNetwork } from '../../access/short-network.ts'

/** How often it is noted that a session is in use. */
const noteEveryMs = 300_000
const deviceMaxLength = 300

/** Notes by which client, from where and how a session was opened. */
export async function noteOpened(
  database: Database,
  family: string,
  request: RequestFacts,
  { method, isProven }: { readonly method: SignInMethod; readonly isProven: boolean },
): Promise<void> {
  const agent = request.headers['user-agent']
  const device = (typeof agent === 'string' ? agent : '').replaceAll('\0', '').slice(0, deviceMaxLength)
  await insertSessionUse(database, family, {
    device,
    network: shortNetwork(request.address),
    method,
    isProven,
  })
}

/**
 * Notes that a session is in use, every five minutes at most; nothing waits for it, and a failure is the next
 * request's to find.
 */
export function noteSeen(
  { database, sessionCaches: { notedAt } }: Pick<Services, 'database' | 'sessionCaches'>,
  family: string,
  now = performance.now(),
): void {
  if (now - (notedAt.get(family) ?? Number.NEGATIVE_INFINITY) < noteEveryMs) return
  notedAt.set(family, now)
  updateSeenAt(database, family).catch(() => notedAt.delete(family))
}
