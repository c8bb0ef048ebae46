import type { Role, SignedIn } from '../../access/identity.ts'
import { grantsOfSchemas } from '../../access/power.ts'
import type { Database } from '../../ground/database/database.ts'
import { readGrants } from '../../access/read-grants.ts'
import { selectAccount, selectAnyAccount, type AccountKey, type AccountRow } from './credentials.sql.ts'

/** A user or application as the kernel sees it, without a session. */
export type Account = Omit<SignedIn, 'session'>

/** Default language. @source portal §9 */
export const defaultLocale = 'en'

/** An account without a role may do nothing, and sees everything watermarked. @source portal §6 */
const noRole: Role = { id: 0, name: '', watermark: true, grants: [] }

/** The account behind a row. */
export function accountOf(row: AccountRow): Account {
  return {
    kind: row.kind,
    id: row.id,
    login: row.login,
    name: textOf(row.props['name']) || row.login,
    locale: textOf(row.props['locale']) || defaultLocale,
    role: roleOf(row),
  }
}

/** An account that may sign in, as whose sharer a visitor acts; undefined where it is gone or disabled. */
export async function findAccount(database: Database, key: AccountKey): Promise<Account | undefined> {
  const row = await selectAccount(database, key)
  return row && accountOf(row)
}

/** The same by id alone, also where it may not sign in now: that is `disabled`. */
export async function findAnyAccount(
  database: Database,
  id: number,
): Promise<{ account: Account; disabled: boolean } | undefined> {
  const row = await selectAnyAccount(database, id)
  return row && { account: accountOf(row), disabled: row.disabled }
}

function roleOf({ role_id, role_props, role_grants, readable, writable }: AccountRow): Role {
  if (role_id === null) return noRole
  return {
    id: role_id,
    name: textOf(role_props?.['name']),
    watermark: role_props?.['watermark'] !== false,
    grants: [...readGrants(role_grants), ...grantsOfSchemas(readable, writable)],
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
