import { ApiError } from '@cartouche/contract'
import type { Transaction } from 'kysely'
import { withTransaction } from '../../ground/database/database.ts'
import type { Tables } from '../../ground/database/tables.ts'
import { insertEntity, replaceLinks } from '../../model/entities/entities.sql.ts'
import type { Schema } from '../../model/schemas/schema.ts'
import { getSchemaOf, type WithSchemas } from '../../model/schemas/schema-registry.ts'
import { project } from '../../model/search/project.ts'
import { insertCredential, type AccountKey } from '../session/credentials.sql.ts'
import { hashPassword } from '../session/password-hash.ts'

/** A user or application to be made. `login` of an application is its key, `password` its secret. */
export interface AccountDraft {
  readonly kind: AccountKey['kind']
  /** Where it is fixed; else a new one. */
  readonly id?: number
  readonly login: string
  readonly password: string
  readonly name: string
  readonly email?: string
  /** Language, as `fr`. */
  readonly locale?: string
  readonly roleId: number
  /** When the first key of an application ends; null, and by default: never. */
  readonly keyExpiresAt?: Date | null
  /** The first sign-in asks for another password. */
  readonly mustChange?: boolean
  /** The settings gave the password. */
  readonly isInstalled?: boolean
}

/** PostgreSQL's codes for a value that is there already, and for a target that is not. */
const uniqueViolation = '23505'
const foreignKeyViolation = '23503'

/**
 * Makes a user or application that can sign in: its entity, its role, its credential and its search row,
 * together or not at all. The rules for passwords that people choose are checked by whoever asks one.
 * @returns its id.
 * @throws invalid_parameter for a login that is taken or a role that does not exist
 */
export async function createAccount(services: WithSchemas, draft: AccountDraft): Promise<number> {
  const { database } = services
  const schema = await getSchemaOf(services, draft.kind)
  const passwordHash = await hashPassword(draft.password)
  try {
    return await withTransaction(database, (transaction) =>
      insertAccount(transaction, schema, draft, passwordHash),
    )
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === uniqueViolation)
      throw new ApiError('invalid_parameter', { parameter: 'login', reason: 'it is taken' })
    if (code === foreignKeyViolation)
      throw new ApiError('invalid_parameter', { parameter: 'role', reason: 'there is no such role' })
    throw error
  }
}

/** The rows of an account, in the transaction of the caller. @returns its id. */
export async function insertAccount(
  transaction: Transaction<Tables>,
  schema: Schema,
  draft: AccountDraft,
  passwordHash: string,
): Promise<number> {
  const { kind, login, name, email, locale, roleId, mustChange = false, isInstalled = false } = draft
  const { keyExpiresAt = null } = draft
  const props = kind === 'user' ? { name, login, email, locale } : { name }
  const id = await insertEntity(transaction, {
    resource: kind,
    ...(draft.id === undefined ? {} : { id: draft.id }),
    status: null,
    ownerId: null,
    props,
    modifiedBy: null,
  })
  await replaceLinks(transaction, kind, id, 'role', 'role', [roleId])
  await insertCredential(
    transaction,
    { kind, id },
    { login, passwordHash, mustChange, isInstalled, keyExpiresAt },
  )
  await project(transaction, schema, [id])
  return id
}
