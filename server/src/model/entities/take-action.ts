import { ApiError, statusName, workflowOf, type Workflow } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { may, requireAction } from '../../access/decide.ts'
import { recordWorkflow } from '../../access/audit/record-edit.ts'
import { withTransaction } from '../../ground/database/database.ts'
import type { Schema } from '../schemas/schema.ts'
import { startProjection, startPurge } from '../schema-changes/schema-work.ts'
import { project } from '../search/project.ts'
import { requireRows } from './decide-rows.ts'
import { lockEntities, updateStatus, type HeldEntity } from './entities.sql.ts'
import { checkVersion } from './check-version.ts'
import { currentUserId } from './current-user-id.ts'

/** Entities that one request may name. @source data-layer §5 */
const maxAtOnce = 200

/** What a workflow action is based on. */
export interface ActionRequest {
  readonly ids: readonly number[]
  readonly action: string
  readonly basedOn?: number | undefined
  /** What the caller says of it; '' by default. */
  readonly reason?: string | undefined
}

/**
 * Takes a workflow action on entities, on all or on none.
 * @throws unknown_action, access_denied, entity_not_found, action_not_possible, version_conflict,
 * too_many_ids, invalid_parameter
 * @source data-layer §4 Entity workflow
 */
export async function takeAction(
  context: Context,
  schema: Schema,
  { ids, action, basedOn, reason = '' }: ActionRequest,
): Promise<void> {
  if (ids.length > maxAtOnce) throw new ApiError('too_many_ids', { max: maxAtOnce })
  if (basedOn !== undefined && ids.length > 1)
    throw new ApiError('invalid_parameter', {
      parameter: '$version',
      reason: 'it says of one entity what the action is based on',
    })
  requireAction(context.identity, schema.resource, 'view')
  if (schema.resource === 'schema') return takeSchemaAction(context, schema, ids, action)
  const workflow = workflowOf(schema.resource)
  const step = schema.hasWorkflow && Object.hasOwn(workflow.actions, action) && workflow.actions[action]
  if (!step) throw new ApiError('unknown_action', { action: action.slice(0, 64) })
  await requireRows(context, schema, ids, action)
  await withTransaction(context.database, async (transaction) => {
    const held = await lockEntities(transaction, schema.resource, ids)
    held.forEach((entity) => checkVersion(schema, entity, basedOn))
    held.forEach((entity) => checkStatus(workflow, entity, action))
    await updateStatus(
      transaction,
      schema.resource,
      ids,
      workflow.statuses[step.to] ?? 0,
      currentUserId(context),
    )
    const within = { ...context, database: transaction }
    await context.modelHooks.afterAction(within, schema, ids, { action, reason })
    await project(transaction, schema, ids)
    await recordWorkflow(within, schema.resource, ids, action)
  })
}

/**
 * The workflow actions of a resource that the user may take on some entity, with the statuses that each
 * leads from and to.
 */
export function listActions(
  { identity }: Context,
  schema: Schema,
): { name: string; from: string[]; to: string }[] {
  requireAction(identity, schema.resource, 'view')
  if (schema.resource === 'schema')
    return Object.keys(schemaActions)
      .filter((name) => may(identity, 'schema', name))
      .map((name) => ({ name, from: [], to: '' }))
  if (!schema.hasWorkflow) return []
  return Object.entries(workflowOf(schema.resource).actions)
    .filter(([name]) => may(identity, schema.resource, name))
    .map(([name, { from, to }]) => ({ name, from: [...from], to }))
}

/**
 * `reproject` writes the search rows of a resource again; `purge` forgets the values of its removed fields.
 * @source decision 0040
 */
const schemaActions = { reproject: startProjection, purge: startPurge } as const

async function takeSchemaAction(
  context: Context,
  schema: Schema,
  ids: readonly number[],
  action: string,
): Promise<void> {
  if (!Object.hasOwn(schemaActions, action))
    throw new ApiError('unknown_action', { action: action.slice(0, 64) })
  await requireRows(context, schema, ids, action)
  await withTransaction(context.database, async (transaction) => {
    for (const { props } of await lockEntities(transaction, 'schema', ids))
      await schemaActions[action as keyof typeof schemaActions](
        { database: transaction, addJob: context.addJob },
        String(props['name']),
      )
  })
}

function checkStatus(workflow: Workflow, held: HeldEntity, action: string): void {
  const status = held.status === null ? '' : statusName(workflow, held.status)
  if (!workflow.actions[action]?.from.includes(status))
    throw new ApiError('action_not_possible', { action, status })
}
