import { sql } from 'kysely'
import type { Database } from '../../ground/database/database.ts'

/**
 * Codes of an authenticator application. `secret` is sealed; `confirmed_at` is null until the first code was
 * proven.
 */
export interface StoredTotp {
  readonly secret: Buffer
  readonly confirmed_at: Date | null
  readonly last_step: number
}

/** A passkey. `public_key` is in COSE form. */
export interface StoredPasskey {
  readonly id: string
  readonly user_id: number
  readonly name: string
  readonly host: string
  readonly public_key: Buffer
  readonly counter: number
  readonly transports: string[]
  readonly is_synced: boolean
  readonly created_at: Date
  readonly used_at: Date | null
}

/** The codes that a user has set up or begun to. */
export async function selectTotp(database: Database, userId: number): Promise<StoredTotp | undefined> {
  return database
    .selectFrom('totp')
    .select(['secret', 'confirmed_at', 'last_step'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** Begins to set codes up; false where they are set up already. */
export async function upsertUnconfirmedTotp(
  database: Database,
  userId: number,
  secret: Buffer,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into totp (user_id, secret) values (${userId}, ${secret}) on conflict (user_id) do update set secret = excluded.secret, last_step = 0 where totp.confirmed_at is null
  `.execute(database)
  return (numAffectedRows ?? 0n) > 0n
}

/**
 * Marks the code of an interval as used; false where it or a later one was: of two that use it at once, one
 * does.
 */
export async function takeTotpStep(database: Database, userId: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('totp')
    .set({ last_step: step, confirmed_at: sql<Date>`coalesce(confirmed_at, now())` })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Takes the codes and the recovery codes away. */
export async function deleteTotpOf(database: Database, userId: number): Promise<void> {
  await database.deleteFrom('totp').where('user_id', '=', userId).execute()
  await database.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
}

/** Takes every second factor of a user away. */
export async function deleteFactorsOf(database: Database, userId: number): Promise<void> {
  await deleteTotpOf(database, userId)
  await database.deleteFrom('passkey').where('user_id', '=', userId).execute()
}

/** Puts recovery codes in the place of those before. */
export async function replaceRecoveryCodes(
  database: Database,
  userId: number,
  hashes: readonly string[],
): Promise<void> {
  await database.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  await database
    .insertInto('recovery_code')
    .values(hashes.map((code_sha256) => ({ user_id: userId, code_sha256 })))
    .execute()
}

/** Uses a recovery code; false where there is none such, or it was used. */
export async function takeRecoveryCode(database: Database, userId: number, hash: string): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('recovery_code')
    .set({ used_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('code_sha256', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** How many recovery codes are left. */
export async function countRecoveryCodes(database: Database, userId: number): Promise<number> {
  const { left } = await database
    .selectFrom('recovery_code')
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(left)
}

/** The passkeys of a user, the oldest first. */
export async function selectPasskeysOf(database: Database, userId: number): Promise<StoredPasskey[]> {
  return database
    .selectFrom('passkey')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** A passkey by the id that its authenticator gave. */
export async function selectPasskey(database: Database, id: string): Promise<StoredPasskey | undefined> {
  return database.selectFrom('passkey').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Adds a passkey; undefined where its id is there already. */
export async function insertPasskey(
  database: Database,
  passkey: Omit<StoredPasskey, 'created_at' | 'used_at'>,
): Promise<StoredPasskey | undefined> {
  return database
    .insertInto('passkey')
    .values(passkey)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Names a passkey of a user. */
export async function renamePasskey(
  database: Database,
  userId: number,
  id: string,
  name: string,
): Promise<StoredPasskey | undefined> {
  return database
    .updateTable('passkey')
    .set({ name })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** Notes that a passkey was used; false where its counter does not go on: a copy of it was used meanwhile. */
export async function markPasskeyUsed(database: Database, id: string, counter: number): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('passkey')
    .set({ counter, used_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([eb('counter', '<', counter), eb.and([eb('counter', '=', 0), eb(eb.val(counter), '=', 0)])]),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Takes a passkey of a user away; whether there was one. */
export async function deletePasskeyOf(database: Database, userId: number, id: string): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('passkey')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Makes whoever changes the factors of a user wait for the one before, until the transaction ends. */
export async function lockFactors(database: Database, userId: number): Promise<void> {
  await sql`select 1 from credential where resource = 'user' and id = ${userId} for update`.execute(database)
}
