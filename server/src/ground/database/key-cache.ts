import type { Database } from './database.ts'

/** Gives a key that never changes; the database is asked until it has answered once. */
export type KeyCache = (database: Database) => Buffer | Promise<Buffer>

/** Creates an empty cache of the key that `load` reads. */
export function createKeyCache(load: (database: Database) => Promise<Buffer>): KeyCache {
  let cached: Buffer | undefined
  return (database) => cached ?? load(database).then((key) => (cached = key))
}
