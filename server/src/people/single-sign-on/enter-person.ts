import { createAccount } from '../accounts/create-account.ts'
import { withTransaction, type Database } from '../../ground/database/database.ts'
import { recordAudit } from '../../access/audit/record-audit.ts'
import { replaceLinks, selectState, updateEntity } from '../../model/entities/entities.sql.ts'
import type { EntityState } from '../../model/entities/note-write.ts'
import { getSchemaOf, type WithSchemas } from '../../model/schemas/schema-registry.ts'
import { project } from '../../model/search/project.ts'
import { selectAccount, selectCredential, type AccountRow } from '../session/credentials.sql.ts'
import { createToken } from '../session/tokens.ts'
import { ClaimsError, type SignedOnPerson } from './person-of.ts'
import type { Provider } from '../../ground/settings/provider-settings.ts'
import { insertLinkedUser, lockSubject, selectLinkedUser, selectRoleByName } from './single-sign-on.sql.ts'

/**
 * The account of a person whom a provider vouches for. The first sign-in makes the profile; later ones update
 * what the mapping owns. A local account of the same login is taken over only where the settings say so.
 * @returns the id of the user
 * @throws ClaimsError with the reason, for the log
 */
export async function enterPerson(
  services: WithSchemas,
  provider: Provider,
  person: SignedOnPerson,
): Promise<number> {
  return withTransaction(services.database, async (transaction) => {
    const within = { ...services, database: transaction }
    await lockSubject(transaction, provider.id, person.subject)
    const linked = await selectLinkedUser(transaction, provider.id, person.subject)
    const id = linked ?? (await linkPerson(within, provider, person))
    const account = await selectAccount(transaction, { kind: 'user', id })
    if (!account) throw new ClaimsError('the account is switched off')
    await updatePerson(within, account, person)
    return id
  })
}

async function linkPerson(
  services: WithSchemas,
  provider: Provider,
  person: SignedOnPerson,
): Promise<number> {
  const { database } = services
  const holder = await selectCredential(database, 'user', { login: person.login })
  if (holder && !provider.takesOverLogins)
    throw new ClaimsError(
      `the login ${person.login} belongs to an account of this server, and takesOverLogins is off`,
    )
  const id = holder?.id ?? (await createPerson(services, person))
  await insertLinkedUser(database, provider.id, person.subject, id)
  return id
}

async function createPerson(
  services: WithSchemas,
  { login, name, email, locale, role }: SignedOnPerson,
): Promise<number> {
  if (role === undefined)
    throw new ClaimsError('the mapping gives new people no role: set defaultRole or roles')
  const { database } = services
  // Nobody knows the password: this account is entered through its provider.
  const id = await createAccount(services, {
    kind: 'user',
    login,
    password: createToken(),
    name: name ?? login,
    roleId: await roleOf(database, role),
    ...(email ? { email } : {}),
    ...(locale ? { locale } : {}),
  })
  await recordChange(database, { kind: 'user.created', id })
  return id
}

async function updatePerson(
  services: WithSchemas,
  account: AccountRow,
  person: SignedOnPerson,
): Promise<void> {
  const { database } = services
  const { name, email, locale, role, followsGroups } = person
  const changed = Object.entries({ name, email, locale }).filter(
    ([field, value]) => value !== undefined && account.props[field] !== value,
  )
  const roleId = followsGroups && role !== undefined ? await roleOf(database, role) : account.role_id
  if (changed.length === 0 && roleId === account.role_id) return
  const before = await selectState(database, 'user', account.id)
  await updateEntity(database, 'user', account.id, {
    props: Object.fromEntries(changed),
    modifiedBy: account.id,
  })
  if (roleId !== null && roleId !== account.role_id)
    await replaceLinks(database, 'user', account.id, 'role', 'role', [roleId])
  await project(database, await getSchemaOf(services, 'user'), [account.id])
  await recordChange(database, { kind: 'user.updated', id: account.id }, before)
}

/**
 * Adds the change to the audit log, with the person as its actor: it follows from their sign-in.
 * @source decision 0070
 */
async function recordChange(
  database: Database,
  { kind, id }: { readonly kind: string; readonly id: number },
  before?: EntityState,
): Promise<void> {
  const after = await selectState(database, 'user', id)
  const name = after?.name ?? ''
  await recordAudit({}, database, {
    kind,
    actor: { kind: 'user', id, name },
    target: { resource: 'user', id, name },
    before: before?.values,
    after: after?.values,
  })
}

async function roleOf(database: Database, name: string): Promise<number> {
  const id = await selectRoleByName(database, name)
  if (id === undefined) throw new ClaimsError(`there is no role ${name}`)
  return id
}
