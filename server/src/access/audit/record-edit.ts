import { sql, type RawBuilder } from 'kysely'
import type { Context } from '../context.ts'
import { auditEntry, recordAudit, type AuditEvent } from './record-audit.ts'

/**
 * Characters of a field's value and ids of a list that an entry holds at most: it says what was done, it is
 * no copy.
 */
const maxValue = 300
export const maxIds = 50

/** What was written of an entity. */
interface Edit {
  readonly resource: string
  readonly id: number
  readonly verb: 'created' | 'updated'
  readonly fields: Readonly<Record<string, unknown>>
}

/**
 * Records a write of an entity in the audit log, in its transaction and by one statement.
 * @source decision 0070
 */
export async function recordEdit(context: Context, edit: Edit): Promise<void> {
  await recordAudit(context, context.database, eventOf(edit))
}

/** The same as a statement, for whoever has others to send with it. */
export function editEntry(context: Context, edit: Edit): RawBuilder<unknown> {
  return auditEntry(context, eventOf(edit))
}

function eventOf({ resource, id, verb, fields }: Edit): AuditEvent {
  const after = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, shorten(value)]))
  const name = sql<string>`(select props ->> 'name' from entity where resource = ${resource} and id = ${id})`
  return { kind: `${resource}.${verb}`, target: { resource, id, name }, after }
}

/** Records a workflow action in it, one entry however many entities it was taken on. */
export async function recordWorkflow(
  context: Context,
  resource: string,
  ids: readonly number[],
  action: string,
): Promise<void> {
  const [id] = ids
  if (id === undefined) return
  const name = sql<string>`(select props ->> 'name' from entity where resource = ${resource} and id = ${id})`
  const target = ids.length === 1 ? { target: { resource, id, name } } : {}
  const bulk = ids.length === 1 ? {} : { count: ids.length, ids: ids.slice(0, maxIds) }
  await recordAudit(context, context.database, {
    kind: `${resource}.workflow`,
    ...target,
    after: { action, ...bulk },
  })
}

function shorten(value: unknown): unknown {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.length <= maxValue ? value : `${text.slice(0, maxValue).toWellFormed()}…`
}
