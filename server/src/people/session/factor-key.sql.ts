import type { Database } from '../../ground/database/database.ts'

/** The key that factors are sealed with. */
export async function selectFactorKey(database: Database): Promise<Buffer> {
  const { key } = await database.selectFrom('factor_key').select('key').executeTakeFirstOrThrow()
  return key
}
