import type { Context } from '../../access/context.ts'
import type { Database } from '../../ground/database/database.ts'
import type { Schema } from './schema.ts'
import type { Schemas } from './schema-registry.ts'

/** The fields of an entity by name, links as ids. */
export type EntityValues = Readonly<Record<string, unknown>>

/** A write that was just made; undefined before the entity was there, and after it went. */
export interface EntityWrite {
  readonly resource: string
  readonly id: number
  readonly before: EntityValues | undefined
  readonly after: EntityValues | undefined
}

/** A write whose properties, links and files are stored. */
export interface SettledWrite {
  readonly kind: 'create' | 'patch'
  readonly hasFiles: boolean
}

/** An entity that is about to be deleted. */
export interface EntityDeletion {
  readonly resource: string
  readonly id: number
  readonly name: string
  readonly values: EntityValues
}

/**
 * What the rooms of people do when entities and schemas change: they know accounts and roles, the model does
 * not. Each runs in the transaction of the change, and refuses it by throwing.
 */
export interface AccountHooks {
  /**
   * After a write of an account, a role or a schema.
   * @throws last_administrator, administrator_only, power_exceeded, proof_needed, invalid_parameter
   */
  afterWrite(context: Context, write: EntityWrite): Promise<void>
  /** Before any entity is deleted. @throws role_fixed, account_owns, power_exceeded, administrator_only */
  beforeDelete(context: Context, deletion: EntityDeletion): Promise<void>
  /** After a field went; `before` and `after` are the schemas with it and without. @throws field_in_rules */
  afterFieldRemoved(database: Database, field: string, before: Schemas, after: Schemas): Promise<void>
  /** After pictures became Live Photos, or are none any more: all parts of theirs, which are assets. */
  afterPairing(database: Database, ids: readonly number[]): Promise<void>
  /**
   * Creates a user who can sign in and gives the id; undefined where the entity is none, and is created as
   * any other.
   * @throws as createProfile does
   */
  createAccount(
    context: Context,
    schema: Schema,
    json: EntityValues,
    isSimulated: boolean,
  ): Promise<number | undefined>
}

/** The same, with what the rooms of features do. */
export interface ModelHooks extends AccountHooks {
  /**
   * After properties, links and files of an entity were written and before it is found by them.
   * @throws invalid_parameter, entity_not_found, access_denied, page_closed
   */
  settleWrite(context: Context, schema: Schema, id: number, write: SettledWrite): Promise<void>
  /**
   * After a workflow action gave entities their status. `reason`: what the caller says of it.
   * @throws invalid_parameter, entity_not_found, access_denied
   */
  afterAction(
    context: Context,
    schema: Schema,
    ids: readonly number[],
    taken: { readonly action: string; readonly reason: string },
  ): Promise<void>
}

declare module '../../ground/services.ts' {
  interface Services {
    readonly modelHooks: ModelHooks
  }
}
