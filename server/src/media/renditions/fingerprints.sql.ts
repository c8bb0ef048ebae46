import { sql } from 'kysely'
import type { Database } from '../../ground/database/database.ts'
import { fingerprintVersion } from '../fingerprint.ts'

/** Keeps the fingerprint of some bytes, or that there is nothing to recognize them by (null). */
export async function upsertFingerprint(
  database: Database,
  sha256: string,
  fingerprint: Uint8Array | null,
): Promise<void> {
  const values = { version: fingerprintVersion, fingerprint: fingerprint && Buffer.from(fingerprint) }
  await database
    .insertInto('fingerprint')
    .values({ sha256, ...values })
    .onConflict((conflict) =>
      conflict
        .column('sha256')
        .doUpdateSet({ ...values, compared: false, xid: sql<string>`pg_current_xact_id()` }),
    )
    .execute()
}

/**
 * The fingerprint of some bytes; undefined where it was not made, null where there is nothing to recognize
 * them by.
 */
export async function selectFingerprint(
  database: Database,
  sha256: string,
): Promise<Uint8Array | null | undefined> {
  const row = await database
    .selectFrom('fingerprint')
    .select('fingerprint')
    .where('sha256', '=', sha256)
    .where('version', '=', fingerprintVersion)
    .executeTakeFirst()
  return row?.fingerprint
}
