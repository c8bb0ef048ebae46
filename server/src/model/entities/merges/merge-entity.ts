import {
  ApiError,
  type CallAnswer,
  type CallInput,
  type Calls,
  type MergeProgress,
} from '@cartouche/contract'
import type { Context } from '../../../access/context.ts'
import type { Services } from '../../../ground/services.ts'
import { requireAction } from '../../../access/decide.ts'
import { withTransaction, type Database } from '../../../ground/database/database.ts'
import { lookAtRows } from '../decide-rows.ts'
import { lockEntities, removeEntity } from '../entities.sql.ts'
import { schemaAt } from '../schema-at.ts'
import { jobPriority, type Tasks } from '../../../ground/jobs/task.ts'
import type { Schema } from '../../schemas/schema.ts'
import { listSchemas, type Schemas } from '../../schemas/schema-registry.ts'
import { project } from '../../search/project.ts'
import { checkPlace } from '../trees/check-place.ts'
import { lockTree } from '../trees/trees.sql.ts'
import { countUses } from './count-uses.ts'
import { canBeMerged, keyOfMerge, Merge, nameOf, readMerge } from './read-merge.ts'
import {
  countLinksTo,
  deleteMerged,
  holdAgainstLinks,
  insertMerged,
  moveLinks,
  moveMarks,
  passOnMerged,
  selectLinkingPage,
} from './merges.sql.ts'

/**
 * As many links move in the transaction of the request; more of them in the background.
 * @source measured: bench vocabularies
 */
const atOnce = 1000
const pageSize = 200

/**
 * Puts an entity in the place of another of its resource: whatever links to the one links to the other from
 * then on, once, and the one is deleted. Who merges must be allowed to change everything that links.
 * @throws entity_not_found, delete_refused, access_denied, invalid_parameter, sign_in_needed
 * @source decision 0090
 */
export async function mergeEntity(
  context: Context,
  { path, id, into }: CallInput<Calls['mergeEntity']>,
): Promise<CallAnswer<Calls['mergeEntity']>> {
  const schema = await schemaAt(context, path)
  await requireMerge(context, schema, id, into)
  const running = await readMerge(context, schema, id)
  if (running && running.into.id !== into) throw bad('it is being put into another one already')
  const progress = running ?? (await start(context, schema, id, into))
  return { resource: schema.resource, response: { data: progress } }
}

async function requireMerge(context: Context, schema: Schema, id: number, into: number): Promise<void> {
  const { resource } = schema
  requireAction(context.identity, resource, 'view')
  const decisions = await lookAtRows(context, schema, [id, into], ['view', 'update', 'delete'])
  for (const one of [id, into])
    if (!decisions.get(one)?.has('view')) throw new ApiError('entity_not_found', { resource, id: one })
  if (!canBeMerged(schema) || !decisions.get(id)?.has('delete'))
    throw new ApiError('delete_refused', { resource, id })
  if (!decisions.get(into)?.has('update')) throw new ApiError('access_denied')
  if (id === into) throw bad('another one is expected')
  const uses = await countUses(context, await listSchemas(context), { resource, id }, 'update')
  if (uses.some(({ count, total }) => count < total)) throw new ApiError('access_denied')
}

async function start(context: Context, schema: Schema, id: number, into: number): Promise<MergeProgress> {
  const { resource } = schema
  const total = (await countLinksTo(context.database, { resource, id })).reduce(
    (sum, { count }) => sum + count,
    0,
  )
  const merge: Merge = { resource, id, into, total }
  const target = { id: into, name: await nameOf(context, resource, into) }
  await withTransaction(context.database, async (transaction) => {
    await checkMerge(transaction, schema, merge)
    if (total > atOnce)
      return context.addJob(transaction, 'merge-entity', merge, {
        key: keyOfMerge(merge),
        priority: jobPriority.render,
      })
    for (let isMore = true; isMore;) isMore = await movePage(transaction, await listSchemas(context), merge)
    return undefined
  })
  return total > atOnce
    ? { state: 'running', done: 0, total, into: target }
    : { state: 'done', done: total, total, into: target }
}

/** A merge of many, a page a transaction; cut short at any moment, it goes on where it was. */
export const mergeTasks: Tasks = {
  'merge-entity': async (services: Services, payload, signal) => {
    const { database, log } = services
    const merge = Merge.parse(payload)
    const schemas = await listSchemas(services)
    const schema = schemas.get(merge.resource)
    for (let isMore = schema !== undefined; isMore;) {
      signal.throwIfAborted()
      isMore = await withTransaction(database, async (transaction) => {
        if (schema) await checkMerge(transaction, schema, merge)
        return movePage(transaction, schemas, merge)
      }).catch(async (error: unknown) => {
        // The other one was taken away or moved below this one meanwhile: what has moved stays there, the
        // rest stays here.
        if (!(error instanceof ApiError)) throw error
        await deleteMerged(database, merge)
        log.warn({ ...merge, code: error.code }, 'a merge was given up')
        return false
      })
    }
  },
}

/** Refuses a merge that makes a circle, or into what is gone. */
async function checkMerge(
  transaction: Database,
  schema: Schema,
  { resource, id, into }: Merge,
): Promise<void> {
  if (schema.treeField !== null) {
    await lockTree(transaction, resource)
    await checkPlace(transaction, schema, { id, parent: into, keepsNode: false })
  }
  if ((await lockEntities(transaction, resource, [into])).length === 0)
    throw new ApiError('entity_not_found', { resource, id: into })
}

/**
 * Moves a page of links; once there are none, takes the entity away. False when there is nothing left to do.
 */
async function movePage(transaction: Database, schemas: Schemas, merge: Merge): Promise<boolean> {
  if (!(await holdAgainstLinks(transaction, merge))) return false
  await insertMerged(transaction, merge, merge.into)
  const page = await selectLinkingPage(transaction, merge, pageSize)
  for (const [resource, rows] of Map.groupBy(page, (row) => row.resource)) {
    const ids = rows.map(({ id }) => id)
    await lockEntities(transaction, resource, ids)
    await moveLinks(transaction, { resource, ids }, merge, merge.into)
    const schema = schemas.get(resource)
    if (schema) await project(transaction, schema, ids)
  }
  if (page.length > 0) return true
  await passOnMerged(transaction, merge, merge.into)
  await moveMarks(transaction, merge, merge.into)
  await removeEntity(transaction, merge.resource, merge.id)
  return false
}

function bad(reason: string): ApiError {
  return new ApiError('invalid_parameter', { parameter: 'into', reason })
}
