import type { RequestFacts } from '../../access/context.ts'
import { networkKey } from '../../access/audit/visitors.ts'
import type { Database } from '../../ground/database/database.ts'
import { countDone, insertDone, type LimitedKind } from './share-visitors.sql.ts'

interface Limit {
  readonly byNetwork: number
  /** Networks are cheap. */
  readonly inAll: number
  readonly withinSeconds: number
}

/** What visitors of one share may do how often. @source decision 0231 */
export const visitorLimits: Readonly<Record<LimitedKind, Limit>> = {
  // An agency comes from one address.
  visitor: { byNetwork: 30, inAll: 300, withinSeconds: 3600 },
  comment: { byNetwork: 15, inAll: 60, withinSeconds: 60 },
  // A photographer sends hundreds.
  upload: { byNetwork: 120, inAll: 600, withinSeconds: 60 },
  link: { byNetwork: 3, inAll: 20, withinSeconds: 86_400 },
}

/**
 * Counts something that a visitor of a share does, over all servers.
 * @returns in how many seconds it may be tried again, where it was too often; 0: it was not, and is counted
 */
export async function limitVisitors(
  transaction: Database,
  shareId: string,
  request: RequestFacts,
  kind: LimitedKind,
): Promise<number> {
  const { byNetwork, inAll, withinSeconds } = visitorLimits[kind]
  const one = { shareId, kind, network: networkKey(shareId, request) }
  const done = await countDone(transaction, one, withinSeconds)
  if (done.byNetwork >= byNetwork || done.inAll >= inAll) return done.seconds
  await insertDone(transaction, one)
  return 0
}
