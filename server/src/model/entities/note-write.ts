import type { RawBuilder } from 'kysely'
import type { Context } from '../../access/context.ts'
import { recordAudit } from '../../access/audit/record-audit.ts'
import { editEntry } from '../../access/audit/record-edit.ts'
import type { Database } from '../../ground/database/database.ts'
import type { Schema } from '../schemas/schema.ts'
import { selectState } from './entities.sql.ts'

/** An entity as the audit log has it: its name and its fields, links as ids. */
export interface EntityState {
  readonly name: string
  readonly values: Readonly<Record<string, unknown>>
}

/** Resources that say who may what and how entities are described: what they were before is recorded, too. */
const auditedInFull: ReadonlySet<string> = new Set(['user', 'application', 'role', 'schema', 'schemafield'])

/** What a write of any other entity set. */
interface Written {
  readonly verb: 'created' | 'updated'
  readonly fields: Readonly<Record<string, unknown>>
}

/**
 * The statement that writes a write to the audit log; undefined for what `noteWrite` looks at.
 * @source decision 0070
 */
export function entryOfWrite(
  context: Context,
  { resource }: Schema,
  id: number,
  written: Written,
): RawBuilder<unknown> | undefined {
  return auditedInFull.has(resource) ? undefined : editEntry(context, { resource, id, ...written })
}

/** What a change is compared with, in its transaction; undefined where nothing of it is recorded. */
export async function stateBefore(
  database: Database,
  { resource }: Schema,
  id: number,
): Promise<EntityState | undefined> {
  return auditedInFull.has(resource) ? selectState(database, resource, id) : undefined
}

/**
 * What a deletion is compared with, in its transaction and before the entity goes.
 * @throws role_fixed, account_owns, power_exceeded, administrator_only
 */
export async function stateBeforeDeletion(
  context: Context,
  { resource }: Schema,
  id: number,
): Promise<EntityState | undefined> {
  const state = await selectState(context.database, resource, id)
  if (state) await context.modelHooks.beforeDelete(context, { resource, id, ...state })
  return state && (auditedInFull.has(resource) ? state : { name: state.name, values: { name: state.name } })
}

/**
 * Records a deletion, or a write that is compared with what was there before, in the audit log, in its
 * transaction; accounts and roles are looked at first, as nobody may lock everybody out.
 * @throws last_administrator, administrator_only, power_exceeded, invalid_parameter for a login that is taken
 * @source decisions 0068, 0070, 0110
 */
export async function noteWrite(
  context: Context,
  { resource }: Schema,
  id: number,
  before: EntityState | undefined,
): Promise<void> {
  if (!auditedInFull.has(resource) && before === undefined) return
  const after = await selectState(context.database, resource, id)
  await context.modelHooks.afterWrite(context, { resource, id, before: before?.values, after: after?.values })
  const verb = before === undefined ? 'created' : after === undefined ? 'deleted' : 'updated'
  if (verb === 'updated' && JSON.stringify(before) === JSON.stringify(after)) return
  await recordAudit(context, context.database, {
    kind: `${resource}.${verb}`,
    target: { resource, id, name: (after ?? before)?.name ?? '' },
    before: before?.values,
    after: after?.values,
  })
}
