import { ApiError } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { neededActions, requireAction, scopeOf, type Scope } from '../../access/decide.ts'
import type { Schema } from '../schemas/schema.ts'
import { listSchemas } from '../schemas/schema-registry.ts'
import { compileScope } from '../search/compile-scope.ts'
import { selectDecisions } from './entities.sql.ts'

/** The actions that an identity may take, by entity; entities that are gone are missing. */
export type Decisions = ReadonlyMap<number, ReadonlySet<string>>

/**
 * Decides several actions on several entities of a resource, in one statement at most: where no rule of rows
 * decides, no row is looked at, and entities that are gone are not missing.
 * @source DESIGN "One authorisation kernel"
 */
export async function decideRows(
  context: Context,
  schema: Schema,
  ids: readonly number[],
  actions: readonly string[],
): Promise<Decisions> {
  const asked = askedOf(context, schema, actions)
  if (asked.every(({ scope }) => scope.rows.kind === 'all' && scope.cartId === null))
    return new Map(ids.map((id) => [id, new Set(asked.map(({ action }) => action))]))
  return lookAtRows(context, schema, ids, actions)
}

function askedOf(
  { identity }: Context,
  { resource }: Schema,
  actions: readonly string[],
): { readonly action: string; readonly scope: Scope }[] {
  return [...new Set(actions)]
    .map((action) => ({ action, scope: scopeOf(identity, resource, action) }))
    .filter(({ scope }) => scope.rows.kind !== 'none')
}

/** The same by a look at the rows, whatever decides: entities that are gone are missing. */
export async function lookAtRows(
  context: Context,
  schema: Schema,
  ids: readonly number[],
  actions: readonly string[],
): Promise<Decisions> {
  if (ids.length === 0) return new Map()
  const asked = askedOf(context, schema, actions)
  const schemas = await listSchemas(context)
  const conditions = await Promise.all(
    asked.map(({ scope }) => compileScope(context.database, schemas, scope)),
  )
  const rows = await selectDecisions(context.database, schema.resource, ids, conditions)
  return new Map(
    rows.map(({ id, decided }) => [
      id,
      new Set(asked.flatMap(({ action }, index) => (decided[index] ? [action] : []))),
    ]),
  )
}

/**
 * Refuses an identity that may not take an action on every one of these entities, and entities that are gone:
 * what it cannot see does not exist for it.
 * @throws sign_in_needed, access_denied, entity_not_found
 */
export async function requireRows(
  context: Context,
  schema: Schema,
  ids: readonly number[],
  action: string,
): Promise<void> {
  requireAction(context.identity, schema.resource, action)
  refuse(schema, ids, action, await lookAtRows(context, schema, ids, [action, 'view']))
}

/**
 * The same for whoever finds out by the write itself whether an entity is gone: a row is looked at only where
 * a rule of rows decides.
 * @throws sign_in_needed, access_denied, entity_not_found
 */
export async function requireRules(
  context: Context,
  schema: Schema,
  ids: readonly number[],
  action: string,
): Promise<void> {
  requireAction(context.identity, schema.resource, action)
  refuse(schema, ids, action, await decideRows(context, schema, ids, [action, 'view']))
}

function refuse(schema: Schema, ids: readonly number[], action: string, decisions: Decisions): void {
  for (const id of ids) {
    const decided = decisions.get(id)
    if (neededActions(action).every((needed) => decided?.has(needed))) continue
    throw decided?.has('view')
      ? new ApiError('access_denied')
      : new ApiError('entity_not_found', { resource: schema.resource, id })
  }
}
