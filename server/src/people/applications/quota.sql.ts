import type { Database } from '../../ground/database/database.ts'

/** How often an application may call; null: as often as it likes. */
export interface ApplicationQuota {
  readonly callsPerMinute: number | null
  readonly callsPerDay: number | null
}

/** The quota of an application; none where it cannot sign in. */
export async function selectQuota(database: Database, id: number): Promise<ApplicationQuota> {
  const row = await database
    .selectFrom('credential')
    .select(['calls_per_minute as callsPerMinute', 'calls_per_day as callsPerDay'])
    .where('resource', '=', 'application')
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? { callsPerMinute: null, callsPerDay: null }
}

/** Gives an application another quota. */
export async function updateQuota(
  database: Database,
  id: number,
  { callsPerMinute, callsPerDay }: ApplicationQuota,
): Promise<void> {
  await database
    .updateTable('credential')
    .set({ calls_per_minute: callsPerMinute, calls_per_day: callsPerDay })
    .where('resource', '=', 'application')
    .where('id', '=', id)
    .execute()
}
