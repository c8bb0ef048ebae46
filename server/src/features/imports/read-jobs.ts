import { ApiError, importItemStatuses, type ImportItemStatus, type ImportJob } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { requireAction } from '../../access/decide.ts'
import { compileImportScope } from '../../access/import-scope.ts'
import { countItems, selectJob, type JobRow } from './imports.sql.ts'

const statusNames = new Map<number, ImportItemStatus>(
  Object.entries(importItemStatuses).map(([name, id]) => [id, name as ImportItemStatus]),
)

/** The name of an item's status. */
export function statusNameOf(status: number): ImportItemStatus {
  return statusNames.get(status) ?? 'waiting'
}

/**
 * The job, where the user may take the action on it.
 * @throws entity_not_found, sign_in_needed, session_gone, access_denied
 */
export async function requireJob(
  context: Context,
  id: number,
  action: 'view' | 'update' | 'delete',
): Promise<JobRow> {
  const scope = compileImportScope(requireAction(context.identity, 'massimportjob', action))
  const job = await selectJob(context.database, id, scope)
  if (!job) throw new ApiError('entity_not_found', { resource: 'massimportjob', id })
  return job
}

/** Jobs as they travel, with how many items they have by status. */
export async function readJobs(context: Context, jobs: readonly JobRow[]): Promise<ImportJob[]> {
  const counted =
    jobs.length === 0
      ? []
      : await countItems(
          context.database,
          jobs.map((job) => job.id),
        )
  return jobs.map((job) => {
    const counts = Object.fromEntries(
      counted.filter((row) => row.job_id === job.id).map((row) => [statusNameOf(row.status), row.count]),
    )
    return {
      id: job.id,
      $resource: 'massimportjob',
      name: job.name,
      activated: job.is_active,
      created: job.created_at.toISOString(),
      status: statusOf(counts),
      counts,
      jobowner: { id: job.owner_id, name: job.owner_name },
      $items: [],
      $moreChildren_$items: { total: Object.values(counts).reduce((sum, count) => sum + count, 0) },
    }
  })
}

/** One job as it travels. */
export async function readJob(context: Context, job: JobRow): Promise<ImportJob> {
  const [read] = await readJobs(context, [job])
  if (!read) throw new ApiError('entity_not_found', { resource: 'massimportjob', id: job.id })
  return read
}

/** A job is in the state of the work that is left in it. */
function statusOf(counts: Readonly<Record<string, number>>): { id: number; name: string } {
  const order: ImportItemStatus[] = ['analyzing', 'waiting', 'validating', 'ready', 'broken', 'validated']
  const name = order.find((status) => (counts[status] ?? 0) > 0) ?? 'waiting'
  return { id: importItemStatuses[name], name }
}
