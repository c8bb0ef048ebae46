import type { Database } from '../../ground/database/database.ts'

const keys = new WeakMap<Database, Promise<Buffer>>()

/** The key that factors are sealed with. */
export function selectFactorKey(database: Database): Promise<Buffer> {
  const known = keys.get(database)
  if (known) return known
  const key = database
    .selectFrom('factor_key')
    .select('key')
    .executeTakeFirstOrThrow()
    .then((row) => row.key)
  keys.set(database, key)
  key.catch(() => keys.delete(database))
  return key
}
