import { ApiError, type CallAnswer, type CallInput, type Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { refusal, requireAction, requirePerson, requireSignedIn } from '../../access/decide.ts'
import { withTransaction } from '../../ground/database/database.ts'
import { lookAtRows } from '../../model/entities/decide-rows.ts'
import { getSchemaOf } from '../../model/schemas/schema-registry.ts'
import type { Schema } from '../../model/schemas/schema.ts'
import { sharedMarks } from '../../model/search/mark-owner.ts'
import { announce } from '../../people/live/announce.ts'
import { upsertMarks } from './marks.sql.ts'

/** Ids that an event names, at most: it has to fit into a message of the database. */
const maxAnnounced = 200

/**
 * Sets marks: the own ones of whoever may see an entity, or the shared ones of whoever may change it, as the
 * resource says.
 * @throws sign_in_needed, access_denied, unknown_resource, invalid_parameter
 * @source decision 0207
 */
export async function setMarks(
  context: Context,
  { resource, ids, ...change }: CallInput<Calls['setMarks']>,
): Promise<CallAnswer<Calls['setMarks']>> {
  requireSignedIn(context.identity)
  const schema = await getSchemaOf(context, resource)
  const personId = ownerOf(context, schema)
  requireAction(context.identity, schema.resource, 'view')
  if (Object.values(change).every((value) => value === undefined))
    throw new ApiError('invalid_parameter', {
      parameter: 'rating',
      reason: 'a rating, label or pick is expected',
    })
  const wanted = [...new Set(ids)]
  const { allowed, failed } = await divide(context, schema, wanted)
  const rows = await withTransaction(context.database, async (transaction) => {
    const marked = await upsertMarks(transaction, { resource: schema.resource, personId }, allowed, change)
    const changed = marked.map(({ id }) => id)
    if (changed.length > 0) await announceMarks(transaction, schema, personId, changed)
    return new Map(marked.map((row) => [row.id, row]))
  })
  return {
    marked: allowed.flatMap((id) => rows.get(id) ?? []),
    failed: [...failed, ...allowed.filter((id) => !rows.has(id)).map((id) => missing(schema, id))],
  }
}

/** Under whom the marks of the caller stand. */
function ownerOf({ identity }: Context, { resource, marks, importField }: Schema): number {
  if (importField === null)
    throw new ApiError('invalid_parameter', {
      parameter: 'resource',
      reason: `${resource} has no files to mark`,
    })
  return marks === 'shared' ? sharedMarks : requirePerson(identity).id
}

type Failure = CallAnswer<Calls['setMarks']>['failed'][number]

async function divide(
  context: Context,
  schema: Schema,
  ids: readonly number[],
): Promise<{ allowed: number[]; failed: Failure[] }> {
  const action = schema.marks === 'shared' ? 'update' : 'view'
  const decisions = await lookAtRows(context, schema, ids, ['view', action])
  const allowed: number[] = []
  const failed: Failure[] = []
  for (const id of ids) {
    const decided = decisions.get(id)
    if (!decided?.has('view')) failed.push(missing(schema, id))
    else if (decided.has(action)) allowed.push(id)
    else failed.push(failure(id, refusal(context.identity)))
  }
  return { allowed, failed }
}

const missing = ({ resource }: Schema, id: number): Failure =>
  failure(id, new ApiError('entity_not_found', { resource, id }))

const failure = (id: number, { code, message }: ApiError): Failure => ({ id, code, message })

/** A person is sent the ids of their own marks that changed; that shared ones did, everybody, without ids. */
async function announceMarks(
  database: Context['database'],
  { resource }: Schema,
  personId: number,
  ids: readonly number[],
): Promise<void> {
  if (personId === sharedMarks) return announce(database, { kind: 'marks', resource }, 'everyone')
  const named = ids.length <= maxAnnounced ? { ids: [...ids] } : {}
  return announce(database, { kind: 'marks', resource, ...named }, [personId])
}
