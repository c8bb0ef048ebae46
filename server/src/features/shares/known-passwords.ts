import { createHmac, randomBytes } from 'node:crypto'
import { createCache } from '../../ground/cache.ts'

/** Passwords of shares that were right before, so that hundreds who open one are not hashed one by one. */
export interface KnownPasswords {
  has(passwordHash: string, password: string): boolean
  add(passwordHash: string, password: string): void
}

const keptMs = 3_600_000

/**
 * Kept for an hour, in memory alone, as a code under a key that this process alone has ever had: of a
 * password itself nothing is kept. It is one of the hash that it was tried against: with another password of
 * the share it counts no more.
 * @source decision 0223
 */
export function createKnownPasswords(): KnownPasswords {
  const key = randomBytes(32)
  const known = createCache<string, number>({ max: 1000, maxAgeMs: keptMs })
  const codeOf = (passwordHash: string, password: string): string =>
    createHmac('sha256', key)
      .update(JSON.stringify([passwordHash, password]))
      .digest('base64url')
  return {
    has: (passwordHash, password) => known.get(codeOf(passwordHash, password)) !== undefined,
    add: (passwordHash, password) => known.set(codeOf(passwordHash, password), 1),
  }
}
