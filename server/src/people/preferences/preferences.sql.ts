import type { Preference } from '@cartouche/contract'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Database } from '../../ground/database/database.ts'

type StoredPreference = z.output<typeof Preference>

/** Which preference of whom. */
export interface PreferenceKey {
  readonly userId: number
  readonly namespace: string
  readonly key: string
}

/** One preference; undefined where there is none. */
export async function selectPreference(
  database: Database,
  { userId, namespace, key }: PreferenceKey,
): Promise<StoredPreference | undefined> {
  return database
    .selectFrom('preference')
    .select(['namespace', 'key', 'type', 'value'])
    .where('user_id', '=', userId)
    .where('namespace', '=', namespace)
    .where('key', '=', key)
    .executeTakeFirst()
}

/** Sets a preference; false where it would be one more than `max`. */
export async function upsertPreference(
  database: Database,
  { userId, namespace, key }: PreferenceKey,
  { type, value, max }: { readonly type: string; readonly value: string; readonly max: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into preference (user_id, namespace, key, type, value)
    select ${userId}, ${namespace}::text, ${key}::text, ${type}, ${value}
    where (select count(*) from preference where user_id = ${userId}) < ${max}
      or exists (select from preference where user_id = ${userId} and namespace = ${namespace} and key = ${key})
    on conflict (user_id, namespace, key) do update set type = excluded.type, value = excluded.value, changed_at = now()
    returning user_id
  `.execute(database)
  return rows.length > 0
}

/** Takes a preference away, where there is one. */
export async function deletePreferenceRow(
  database: Database,
  { userId, namespace, key }: PreferenceKey,
): Promise<void> {
  await database
    .deleteFrom('preference')
    .where('user_id', '=', userId)
    .where('namespace', '=', namespace)
    .where('key', '=', key)
    .execute()
}
