import {
  ApiError,
  type CallAnswer,
  type CallInput,
  type Calls,
  type ListedAccount,
} from '@cartouche/contract'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Context } from '../../access/context.ts'
import { requireAction, scopeOf } from '../../access/decide.ts'
import { listSchemas } from '../../model/schemas/schema-registry.ts'
import { selectStorageLimit, selectStorageUse } from '../../model/storage-limits/storage-limits.sql.ts'
import { compileScope } from '../../model/search/compile-scope.ts'
import type { AccountKey } from '../session/credentials.sql.ts'
import { selectAccounts, selectListed, type ListedRow } from './find-accounts.sql.ts'
import { countOwned } from './owned.sql.ts'

/** The users or applications that the user may change, by name. @throws sign_in_needed, access_denied */
export async function findAccounts(
  context: Context,
  { kind, search, role, state, start, max }: CallInput<Calls['findAccounts']>,
): Promise<CallAnswer<Calls['findAccounts']>> {
  requireAction(context.identity, kind, 'update')
  const { total, rows } = await selectAccounts(
    context.database,
    await changeableAccounts(context, kind),
    { words: search, roleId: role, state },
    { start, max },
  )
  return { total, accounts: rows.map(toListed) }
}

/** One of them, with how much it owns. @throws entity_not_found */
export async function getAccount(
  context: Context,
  { id }: CallInput<Calls['getAccount']>,
): Promise<CallAnswer<Calls['getAccount']>> {
  const account = await listedAccount(context, id)
  const { database } = context
  const owned = await countOwned(database, account)
  if (account.kind === 'application') return { ...account, owned, storage: null }
  const use = await selectStorageUse(database, id)
  const own = await selectStorageLimit(database, { resource: 'user', id })
  return { ...account, owned, storage: { ...use, own } }
}

/** One user or application that the user may change. @throws entity_not_found */
export async function listedAccount(
  context: Context,
  id: number,
  kind?: AccountKey['kind'],
): Promise<ListedAccount> {
  const conditions = await Promise.all(
    (kind ? [kind] : (['user', 'application'] as const)).map((one) => changeableAccounts(context, one)),
  )
  const row = await selectListed(context.database, sql<SqlBool>`(${sql.join(conditions, sql` or `)})`, id)
  if (!row) throw new ApiError('entity_not_found', { resource: kind ?? 'user', id })
  return toListed(row)
}

/** What the accounts of a kind that the user may change lie in: a condition on `search s`. */
export async function changeableAccounts(
  context: Context,
  kind: AccountKey['kind'],
): Promise<RawBuilder<SqlBool>> {
  return compileScope(context.database, await listSchemas(context), scopeOf(context.identity, kind, 'update'))
}

function toListed({
  kind,
  id,
  name,
  login,
  email,
  locale,
  role_id,
  role_name,
  state,
  created_at,
  seen_at,
  previous_until,
}: ListedRow): ListedAccount {
  return {
    kind,
    id,
    name,
    login,
    email,
    locale,
    role: role_id === null ? null : { id: role_id, name: role_name ?? '' },
    state,
    createdAt: created_at.toISOString(),
    lastSeenAt: seen_at?.toISOString() ?? null,
    previousSecretUntil: previous_until?.toISOString() ?? null,
  }
}
