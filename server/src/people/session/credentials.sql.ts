import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../ground/database/database.ts'

/** A user or an application: what signs in. */
export interface AccountKey {
  readonly kind: 'user' | 'application'
  readonly id: number
}

/**
 * The credential of an account. `name` is that of its entity; `installed_hash` is of the password that the
 * settings gave last. The secrets of an application are those of its keys.
 */
export interface Credential {
  readonly id: number
  readonly login: string
  readonly name: string
  readonly password_hash: string | null
  readonly must_change: boolean
  readonly disabled: boolean
  readonly installed_hash: string | null
}

/** An account with what identity and profile are made from. */
export interface AccountRow extends AccountKey {
  readonly login: string
  readonly props: Readonly<Record<string, unknown>>
  readonly role_id: number | null
  readonly role_props: Readonly<Record<string, unknown>> | null
  /** Its grants in their order, as JSON text. @source decision 0068 */
  readonly role_grants: string
  /** Resources whose schema names the role as a reader or as a writer. @source decision 0040 */
  readonly readable: readonly string[]
  readonly writable: readonly string[]
}

/** The grants of a role in their order, as JSON text; `role` is its id. */
export const grantsColumn = (role: RawBuilder<unknown>): RawBuilder<string> => sql<string>`(
  select coalesce(jsonb_agg(jsonb_build_object('resource', g.resource, 'action', g.action, 'rows', g.rows) order by g.position), '[]')::text
  from role_grant g where g.role_id = ${role})`

/** Columns and joined tables of an `AccountRow`, for credentials `c` that are not disabled. */
export const accountColumns = sql`c.resource kind, c.id, c.login, e.props, r.id role_id, r.props role_props,
  ${grantsColumn(sql`r.id`)} role_grants,
  array(select n.name from resource n where r.id = any(n.readers)) readable, array(select n.name from resource n where r.id = any(n.writers)) writable`
export const accountTables = sql`credential c join entity e on e.resource = c.resource and e.id = c.id
  left join link l on l.resource = c.resource and l.id = c.id and l.field = 'role' left join entity r on r.resource = 'role' and r.id = l.target_id`

/** A login as it is compared and kept: however it is typed, it is the same. */
export function foldLogin(login: string): string {
  // PostgreSQL keeps no NUL; nobody's login has one.
  return login.trim().normalize('NFKC').toLowerCase().replaceAll('\0', '\uFFFD')
}

/** An account that may sign in; undefined where it is gone or disabled. */
export async function selectAccount(
  database: Database,
  { kind, id }: AccountKey,
): Promise<AccountRow | undefined> {
  const { rows } = await sql<AccountRow>`
    select ${accountColumns} from ${accountTables} where c.resource = ${kind} and c.id = ${id} and not c.disabled limit 1
  `.execute(database)
  return rows[0]
}

/** A user or application, also where it may not sign in; users and applications share no ids. */
export async function selectAnyAccount(
  database: Database,
  id: number,
): Promise<(AccountRow & { readonly disabled: boolean }) | undefined> {
  const { rows } = await sql<AccountRow & { disabled: boolean }>`
    select ${accountColumns}, c.disabled from (
      select e.resource, e.id, coalesce(k.login, e.props ->> 'login', '') login, coalesce(k.disabled, true) disabled
      from entity e left join credential k on k.resource = e.resource and k.id = e.id where e.resource in ('user', 'application') and e.id = ${id}
    ) c join entity e on e.resource = c.resource and e.id = c.id
      left join link l on l.resource = c.resource and l.id = c.id and l.field = 'role' left join entity r on r.resource = 'role' and r.id = l.target_id limit 1
  `.execute(database)
  return rows[0]
}

/** The credential with a login, or of an account; undefined where there is none. Disabled ones too. */
export async function selectCredential(
  database: Database,
  kind: AccountKey['kind'],
  by: { readonly login: string } | { readonly id: number },
): Promise<Credential | undefined> {
  const { rows } = await sql<Credential>`
    select c.id, c.login, coalesce(e.props ->> 'name', '') name, c.password_hash, c.must_change, c.disabled, c.installed_hash
    from credential c join entity e on e.resource = c.resource and e.id = c.id
    where c.resource = ${kind} and ${'login' in by ? sql`c.login = ${foldLogin(by.login)}` : sql`c.id = ${by.id}`}
  `.execute(database)
  return rows[0]
}

/**
 * Gives an account its login and the hash of its password, which is an application's first key. Fails with
 * 23505 where the login is taken.
 */
export async function insertCredential(
  database: Database,
  { kind, id }: AccountKey,
  row: {
    login: string
    passwordHash: string
    mustChange: boolean
    isInstalled: boolean
    keyExpiresAt: Date | null
  },
): Promise<void> {
  await database
    .insertInto('credential')
    .values({
      resource: kind,
      id,
      login: foldLogin(row.login),
      password_hash: kind === 'user' ? row.passwordHash : null,
      must_change: row.mustChange,
      installed_hash: row.isInstalled ? row.passwordHash : null,
    })
    .execute()
  if (kind === 'application')
    await replaceFirstKey(database, id, row.login, row.passwordHash, row.keyExpiresAt)
}

/**
 * Changes what is given of a credential; false where the account has none. The password of an application is
 * the secret of its first key, which has the login of the application.
 */
export async function updateCredential(
  database: Database,
  { kind, id }: AccountKey,
  change: {
    login?: string
    passwordHash?: string
    mustChange?: boolean
    isInstalled?: boolean
    disabled?: boolean
  },
): Promise<boolean> {
  const { passwordHash } = change
  const before = kind === 'application' ? await selectCredential(database, kind, { id }) : undefined
  const { numUpdatedRows } = await database
    .updateTable('credential')
    .set({
      ...(change.login === undefined ? {} : { login: foldLogin(change.login) }),
      ...(passwordHash === undefined || kind === 'application' ? {} : { password_hash: passwordHash }),
      ...(change.isInstalled && passwordHash !== undefined ? { installed_hash: passwordHash } : {}),
      ...(change.mustChange === undefined ? {} : { must_change: change.mustChange }),
      ...(change.disabled === undefined ? {} : { disabled: change.disabled }),
      changed_at: sql<Date>`now()`,
    })
    .where('resource', '=', kind)
    .where('id', '=', id)
    .executeTakeFirst()
  if (before && change.login !== undefined) await renameKeys(database, id, before.login, change.login)
  if (before && passwordHash !== undefined)
    await replaceFirstKey(database, id, change.login ?? before.login, passwordHash)
  return numUpdatedRows > 0n
}

/** Gives the keys of an application with one login another. */
async function renameKeys(database: Database, id: number, before: string, login: string): Promise<void> {
  await database
    .updateTable('application_key')
    .set({ login: foldLogin(login) })
    .where('application_id', '=', id)
    .where('login', '=', before)
    .execute()
}

/** Puts one key in the place of those with the login of the application. */
async function replaceFirstKey(
  database: Database,
  id: number,
  login: string,
  secretHash: string,
  expiresAt: Date | null = null,
): Promise<void> {
  await database
    .deleteFrom('application_key')
    .where('application_id', '=', id)
    .where('login', '=', foldLogin(login))
    .execute()
  await database
    .insertInto('application_key')
    .values({
      application_id: id,
      name: '',
      login: foldLogin(login),
      secret_hash: secretHash,
      expires_at: expiresAt,
    })
    .execute()
}

/** A key of an application, with whose it is. */
export interface KnownKey {
  readonly id: number
  readonly secret_hash: string
  readonly application_id: number
  readonly application_name: string
  /** It has not ended, and its application may sign in. */
  readonly is_usable: boolean
}

/** Keys with a login, the newest first: two that are usable at most of one application. */
export async function selectKeys(database: Database, login: string): Promise<KnownKey[]> {
  const { rows } = await sql<KnownKey>`
    select k.id, k.secret_hash, k.application_id, coalesce(e.props ->> 'name', '') application_name,
      (k.expires_at is null or k.expires_at > now()) and not c.disabled is_usable
    from application_key k join credential c on c.resource = k.resource and c.id = k.application_id
      join entity e on e.resource = k.resource and e.id = k.application_id
    where k.login = ${foldLogin(login)} order by k.id desc limit 10
  `.execute(database)
  return rows
}

/** Whether an application of this name is here and may not sign in. */
export async function isSwitchedOff(database: Database, applicationName: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from credential c join entity e on e.resource = c.resource and e.id = c.id
    where c.resource = 'application' and c.disabled and lower(e.props ->> 'name') = ${foldLogin(applicationName)} limit 1
  `.execute(database)
  return rows.length > 0
}

/** Takes the right to sign in from an account; its entity stays. */
export async function deleteCredential(database: Database, { kind, id }: AccountKey): Promise<void> {
  await database.deleteFrom('credential').where('resource', '=', kind).where('id', '=', id).execute()
}
