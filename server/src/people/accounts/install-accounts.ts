import type { Transaction } from 'kysely'
import { builtInRoles } from '../../access/built-in-roles.ts'
import type { Log } from '../../ground/log.ts'
import type { Services } from '../../ground/services.ts'
import { withTransaction } from '../../ground/database/database.ts'
import type { Tables } from '../../ground/database/tables.ts'
import { insertEntity } from '../../model/entities/entities.sql.ts'
import { installRoleGrants } from '../roles/install-role-grants.ts'
import { listSchemas, type Schemas, type WithSchemas } from '../../model/schemas/schema-registry.ts'
import type { Schema } from '../../model/schemas/schema.ts'
import { project } from '../../model/search/project.ts'
import {
  deleteCredential,
  foldLogin,
  insertCredential,
  selectCredential,
  updateCredential,
  type AccountKey,
} from '../session/credentials.sql.ts'
import { hashPassword, matchesHash } from '../session/password-hash.ts'
import { deleteSessionsOf } from '../session/session.sql.ts'
import { setPassword } from '../session/set-password.ts'
import { getSecrets, type Secrets } from '../../ground/settings/secrets.ts'
import type { Settings } from '../../ground/settings/settings.ts'
import { lockInstallation, selectExisting } from './accounts.sql.ts'
import { insertAccount, type AccountDraft } from './create-account.ts'

type InstalledAccount = AccountDraft & { readonly id: number }

interface Installation {
  readonly transaction: Transaction<Tables>
  readonly schemas: Schemas
  readonly log: Log
}

/** Ids below 1000 are the product's own; users and applications share none, as both own things. */
const adminId = 11
const demoUsers = [
  { id: 12, login: 'editor', name: 'Editor', roleId: 2 },
  { id: 13, login: 'contributor', name: 'Contributor', roleId: 3 },
  { id: 14, login: 'viewer', name: 'Viewer', roleId: 4 },
]
const applicationId = 15
const applicationRoleId = 5

/**
 * Makes the built-in roles and accounts that are missing; called at every start, after the schemas are there.
 *
 * - `admin` is always there. `editor`, `contributor` and `viewer` (watermarked) may sign in while the
 *   demonstration is on. So may the application `portal`, also where the settings give its key and secret.
 *   Otherwise they may not sign in, and keep what they own.
 * - A password that the settings give changes the stored one, once: what a person chose since then stays at
 *   the next start.
 *
 * @returns lines to print once: the passwords that were generated just now.
 * @throws Error before the schemas are there
 */
export async function installAccounts(
  services: WithSchemas & Pick<Services, 'settings' | 'log'>,
): Promise<readonly string[]> {
  const { database, settings, log } = services
  const { secrets, announcements } = await getSecrets(settings)
  const schemas = await listSchemas(services)
  const { wanted, unwanted } = accountsFor(settings, secrets)
  await withTransaction(database, async (transaction) => {
    await lockInstallation(transaction)
    const installation: Installation = { transaction, schemas, log }
    await installRoles(installation)
    for (const account of wanted) await installAccount(installation, account)
    for (const account of unwanted) await closeAccount(installation, account)
  })
  return announcements
}

function accountsFor(
  settings: Settings,
  secrets: Secrets,
): { wanted: InstalledAccount[]; unwanted: AccountKey[] } {
  const { adminPassword, demoPassword, applicationKey, applicationSecret } = secrets
  const isGiven = settings.applicationKey !== undefined && settings.applicationSecret !== undefined
  const users =
    settings.demo && demoPassword
      ? demoUsers.map((user) => ({ ...user, kind: 'user' as const, password: demoPassword }))
      : []
  const applications =
    (settings.demo || isGiven) && applicationKey && applicationSecret
      ? [
          {
            kind: 'application' as const,
            id: applicationId,
            login: applicationKey,
            password: applicationSecret,
            name: 'portal',
            roleId: applicationRoleId,
          },
        ]
      : []
  const wanted = [
    {
      kind: 'user' as const,
      id: adminId,
      login: 'admin',
      name: 'Administrator',
      password: adminPassword,
      roleId: 1,
    },
    ...users,
    ...applications,
  ]
  const all: AccountKey[] = [
    ...demoUsers.map(({ id }) => ({ kind: 'user' as const, id })),
    { kind: 'application', id: applicationId },
  ]
  return {
    wanted: wanted.map((account) => ({ ...account, isInstalled: true })),
    unwanted: all.filter(({ id }) => !wanted.some((account) => account.id === id)),
  }
}

async function installRoles({ transaction, schemas }: Installation): Promise<void> {
  const existing = await selectExisting(
    transaction,
    'role',
    builtInRoles.map((role) => role.id),
  )
  const missing = builtInRoles.filter((role) => !existing.has(role.id))
  for (const { id, name, watermark } of missing) {
    await insertEntity(transaction, {
      resource: 'role',
      id,
      status: null,
      ownerId: null,
      props: { name, watermark },
      modifiedBy: null,
    })
  }
  await project(
    transaction,
    schemaIn(schemas, 'role'),
    missing.map((role) => role.id),
  )
  await installRoleGrants(transaction)
}

async function installAccount(
  { transaction, schemas, log }: Installation,
  account: InstalledAccount,
): Promise<void> {
  const { kind, id, login, password } = account
  const holder = await selectCredential(transaction, kind, { login })
  if (holder && holder.id !== id) {
    log.warn(
      { kind, login },
      'The login of a built-in account belongs to somebody else, so the account was not made',
    )
    return
  }
  const found = await selectCredential(transaction, kind, { id })
  if (found) {
    if (found.login !== foldLogin(login)) await updateCredential(transaction, account, { login })
    if (await matchesHash(password, found.installed_hash)) return
    await setPassword(transaction, account, password, { isInstalled: true })
    log.info(
      { kind, login },
      'The password was changed to the one that the settings give; all sessions of the account ended',
    )
  } else if ((await selectExisting(transaction, kind, [id])).has(id)) {
    await insertCredential(transaction, account, {
      login,
      passwordHash: await hashPassword(password),
      mustChange: false,
      isInstalled: true,
      keyExpiresAt: null,
    })
  } else {
    await insertAccount(transaction, schemaIn(schemas, kind), account, await hashPassword(password))
  }
}

async function closeAccount({ transaction }: Installation, account: AccountKey): Promise<void> {
  await deleteSessionsOf(transaction, account)
  await deleteCredential(transaction, account)
}

function schemaIn(schemas: Schemas, resource: string): Schema {
  const schema = schemas.get(resource)
  if (!schema) throw new Error(`Accounts were installed before the schema of ${resource}.`)
  return schema
}
