import { z } from 'zod'
import type { AddJob } from '../../ground/services.ts'
import type { Services } from '../../ground/services.ts'
import { afterRunningWriters } from '../../ground/database/after-running-writers.ts'
import { withTransaction, type Database } from '../../ground/database/database.ts'
import { jobPriority, type Tasks } from '../../ground/jobs/task.ts'
import { isLink } from '../schemas/schema.ts'
import { listSchemas, type Schemas } from '../schemas/schema-registry.ts'
import { project } from '../search/project.ts'
import { lockEntities, selectLinkingIds } from './entities.sql.ts'

/**
 * As many follow a new name at once, in the transaction that gives it; more of them follow in the background.
 */
const atOnce = 2000
const pageSize = 200

interface Named {
  readonly resource: string
  readonly id: number
}

/**
 * Writes the search rows of what links to an entity again: its name is part of their full text. They follow
 * at once, unless they are too many; a job follows in any case, for whoever was making a link at this moment
 * and read the name as it was.
 * @source decision 0002
 */
export async function projectLinking(
  { database, addJob }: { readonly database: Database; readonly addJob: AddJob },
  schemas: Schemas,
  { resource, id }: Named,
): Promise<void> {
  if (!isTarget(schemas, resource)) return
  const linking = await selectLinkingIds(database, resource, id)
  await addJob(
    database,
    'project-linking',
    { resource, id },
    { key: `linking:${resource}:${id}`, priority: jobPriority.sweep },
  )
  if (linking.length <= atOnce)
    for (const page of pagesOf(linking)) await projectPage(database, schemas, page)
}

function isTarget(schemas: Schemas, resource: string): boolean {
  return [...schemas.values()].some(({ fields }) =>
    [...fields.values()].some((field) => isLink(field) && field.target === resource),
  )
}

/** The same for all, a page a transaction. Run twice it does no harm. */
export const linkingTasks: Tasks = {
  'project-linking': async (services: Services, payload, signal) => {
    const { database } = services
    const { resource, id } = z.object({ resource: z.string(), id: z.number() }).parse(payload)
    await afterRunningWriters(database, signal)
    const schemas = await listSchemas(services)
    for (const page of pagesOf(await selectLinkingIds(database, resource, id))) {
      signal.throwIfAborted()
      await withTransaction(database, (transaction) => projectPage(transaction, schemas, page))
    }
  },
}

interface Page {
  readonly resource: string
  readonly ids: readonly number[]
}

function pagesOf(linking: readonly Named[]): Page[] {
  return [...Map.groupBy(linking, ({ resource }) => resource)].flatMap(([resource, rows]) => {
    const ids = rows.map(({ id }) => id).toSorted((a, b) => a - b)
    return Array.from({ length: Math.ceil(ids.length / pageSize) }, (_, n) => ({
      resource,
      ids: ids.slice(n * pageSize, (n + 1) * pageSize),
    }))
  })
}

/** Held against writers: between the reading and the writing of its search row, an entity must not change. */
async function projectPage(transaction: Database, schemas: Schemas, { resource, ids }: Page): Promise<void> {
  const schema = schemas.get(resource)
  if (!schema) return
  await lockEntities(transaction, resource, ids)
  await project(transaction, schema, ids)
}
