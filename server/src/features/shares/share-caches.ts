import type { SharedCart } from '@cartouche/contract'
import { createAnswerCache, type AnswerCache } from '../../ground/cache.ts'
import type { OpenShare } from './find-visitor.ts'
import { createKnownPasswords, type KnownPasswords } from './known-passwords.ts'
import { createKeyCache, type KeyCache } from '../../ground/database/key-cache.ts'
import type { Services } from '../../ground/services.ts'
import { selectTicketKey } from './shares.sql.ts'

/** What this server knows of shares. */
export interface ShareCaches {
  /**
   * All visitors of a share see the same, and have the same ticket all through an hour: it is read once for
   * hundreds who come at once, and again after any change. What is answered again is neither written nor
   * compressed again.
   * @source decisions 0005 and 0029
   */
  readonly views: AnswerCache<SharedCart>
  /** Shares as long as they live, for those who open them; none where there is none. */
  readonly open: AnswerCache<readonly [OpenShare] | readonly []>
  /** Passwords that opened a share. */
  readonly passwords: KnownPasswords
  /** What tickets are signed with. */
  readonly ticketKey: KeyCache
}

declare module '../../ground/services.ts' {
  interface Services {
    readonly shareCaches: ShareCaches
  }
}

/** Creates empty caches. */
export function createShareCaches(changes: Services['changes']): ShareCaches {
  return {
    views: createAnswerCache(changes, { max: 200, maxAgeMs: 5000 }),
    open: createAnswerCache(changes, {
      max: 2000,
      maxAgeMs: 5000,
      cacheable: ([open]) => open !== undefined,
    }),
    passwords: createKnownPasswords(),
    ticketKey: createKeyCache(selectTicketKey),
  }
}
