import type { ProjectionProgress } from '@cartouche/contract'
import { z } from 'zod'
import type { AddJob } from '../../ground/services.ts'
import type { Services } from '../../ground/services.ts'
import { withTransaction, type Database } from '../../ground/database/database.ts'
import { jobPriority, type Tasks } from '../../ground/jobs/task.ts'
import { project } from '../search/project.ts'
import type { Schema } from '../schemas/schema.ts'
import {
  advanceWork,
  countEntities,
  endLook,
  finishWork,
  lockNextEntities,
  lockNextWritten,
  lockWork,
  purgeFields,
  selectWork,
  selectWorkToLookAt,
  takeNewWork,
  upsertWork,
  type WorkKind,
  type WorkRow,
} from './schema-work.sql.ts'
import { selectRemoved, selectSchemas } from '../schemas/schemas.sql.ts'
import { syncSortIndexes } from '../schemas/sort-indexes.sql.ts'

/** Entities in one transaction: a writer waits for them at most. */
const batchSize = 200
/** Who wrote with the schema of before had read it at most this long ago. */
const staleForMs = 60_000

interface Where {
  readonly database: Database
  readonly addJob: AddJob
}

/**
 * Lets the search rows of a resource follow its schema, from the transaction that changed it on. False where
 * there are none.
 * @source decision 0040
 */
export async function startProjection(where: Where, resource: string): Promise<boolean> {
  return startWork(where, resource, 'project', [])
}

/**
 * Forgets what is stored of the fields that were removed from a resource. False where there is nothing to
 * forget.
 */
export async function startPurge(where: Where, resource: string): Promise<boolean> {
  const removed = Object.keys(await selectRemoved(where.database, resource))
  return removed.length > 0 && startWork(where, resource, 'purge', removed)
}

async function startWork(
  { database, addJob }: Where,
  resource: string,
  kind: WorkKind,
  fields: readonly string[],
): Promise<boolean> {
  const total = await countEntities(database, resource)
  if (total === 0 && kind === 'project') return false
  await upsertWork(database, { resource, kind, fields, total })
  await addFollowing({ database, addJob }, resource, kind)
  return true
}

async function addFollowing({ database, addJob }: Where, resource: string, kind: WorkKind): Promise<void> {
  await addJob(
    database,
    'follow-schema',
    { resource, kind },
    { key: `schema:${kind}:${resource}`, priority: jobPriority.sweep },
  )
}

/**
 * How far the search rows of these resources follow their schemas, and the forgetting of removed fields, by
 * resource.
 */
export async function readProgress(
  database: Database,
  resources: readonly string[],
): Promise<Map<string, Readonly<Partial<Record<WorkKind, ProjectionProgress>>>>> {
  const byResource = Map.groupBy(await selectWork(database, resources), ({ resource }) => resource)
  return new Map(
    [...byResource].map(([resource, rows]) => [
      resource,
      Object.fromEntries(rows.map((row) => [row.kind, progressOf(row)])),
    ]),
  )
}

function progressOf({ is_done: isDone, done, total }: WorkRow): ProjectionProgress {
  return { state: isDone ? 'done' : 'running', done, total: Math.max(done, total) }
}

const Payload = z.object({ resource: z.string(), kind: z.enum(['project', 'purge']) })

/** Work in the background after a schema was changed; cut short at any moment, it goes on where it was. */
export const schemaTasks: Tasks = {
  'follow-schema': async (services, payload, signal) =>
    followSchema(services, Payload.parse(payload), signal),
  'look-after-schemas': {
    crontab: '* * * * *',
    run: async (services, _payload, signal) => {
      await withTransaction(services.database, async (database) => {
        for (const { resource, kind } of await takeNewWork(database))
          await addFollowing({ database, addJob: services.addJob }, resource, kind)
      })
      for (const work of await selectWorkToLookAt(services.database)) await lookAfter(services, work, signal)
      // After an upgrade, and where a field is gone that had one.
      await syncSortIndexes(services.sessions)
    },
  },
}

async function followSchema(
  { database, sessions }: Services,
  { resource, kind }: z.output<typeof Payload>,
  signal: AbortSignal,
): Promise<void> {
  if (kind === 'project') await syncSortIndexes(sessions)
  for (let count = batchSize; count > 0;) {
    signal.throwIfAborted()
    count = await withTransaction(database, (transaction) => workBatch(transaction, resource, kind))
  }
}

/** The schema is read again for each batch: a change meanwhile has put the work back to its beginning. */
async function workBatch(transaction: Database, resource: string, kind: WorkKind): Promise<number> {
  const work = await lockWork(transaction, resource, kind)
  const schema = work && (await schemaOf(transaction, resource))
  if (!work || !schema) return 0
  const ids = await lockNextEntities(transaction, resource, work.last_id, batchSize)
  if (ids.length === 0) await finishWork(transaction, work, kind === 'project')
  else if (kind === 'project') await project(transaction, schema, ids)
  else await purgeFields(transaction, resource, ids, work.fields)
  if (ids.length > 0) await advanceWork(transaction, work, ids.at(-1) ?? 0, ids.length)
  return ids.length
}

/**
 * Another server may have written with the schema of before while its batch had passed: what was written
 * since is projected once more.
 */
async function lookAfter({ database }: Services, work: WorkRow, signal: AbortSignal): Promise<void> {
  const since = new Date(work.started_at.getTime() - staleForMs)
  for (let after = 0, isMore = true; isMore;) {
    signal.throwIfAborted()
    const ids = await withTransaction(database, async (transaction) => {
      const held = await lockNextWritten(transaction, work.resource, since, after, batchSize)
      const schema = await schemaOf(transaction, work.resource)
      if (schema) await project(transaction, schema, held)
      return held
    })
    after = ids.at(-1) ?? after
    isMore = ids.length === batchSize
  }
  await endLook(database, work)
}

async function schemaOf(database: Database, resource: string): Promise<Schema | undefined> {
  return (await selectSchemas(database)).find((schema) => schema.resource === resource)
}
