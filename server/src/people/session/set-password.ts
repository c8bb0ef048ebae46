import type { Database } from '../../ground/database/database.ts'
import { withTransaction } from '../../ground/database/database.ts'
import { deleteChallengesOf } from './challenges.sql.ts'
import { updateCredential, type AccountKey } from './credentials.sql.ts'
import { hashPassword } from './password-hash.ts'
import { deleteSessionsOf } from './session.sql.ts'

/**
 * How a password is set. `keepSession`: key of the session that goes on. `mustChange`: the person has to
 * choose another. `isInstalled`: the settings gave it.
 */
export interface PasswordOptions {
  readonly keepSession?: string | undefined
  readonly mustChange?: boolean
  readonly isInstalled?: boolean
}

/**
 * Gives an account a password, and ends its sessions. The rules for passwords that people choose are checked
 * by whoever asks one.
 * @returns whether the account has a credential at all.
 */
export async function setPassword(
  database: Database,
  account: AccountKey,
  password: string,
  { keepSession, mustChange = false, isInstalled = false }: PasswordOptions = {},
): Promise<boolean> {
  const passwordHash = await hashPassword(password)
  return withTransaction(database, async (transaction) => {
    const isSet = await updateCredential(transaction, account, { passwordHash, mustChange, isInstalled })
    await deleteSessionsOf(transaction, account, keepSession)
    if (account.kind === 'user') await deleteChallengesOf(transaction, account.id)
    return isSet
  })
}

/** Keeps an account from signing in and ends its sessions, or lets it in again. */
export async function setDisabled(database: Database, account: AccountKey, disabled: boolean): Promise<void> {
  await withTransaction(database, async (transaction) => {
    await updateCredential(transaction, account, { disabled })
    if (disabled) await deleteSessionsOf(transaction, account)
  })
}
