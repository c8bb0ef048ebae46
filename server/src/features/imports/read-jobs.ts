import {
  ApiError,
  importItemStatuses,
  importJobStatuses,
  type ImportItemStatus,
  type ImportJob,
} from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { requireAction, scopeOf } from '../../access/decide.ts'
import { compileImportScope } from '../../access/import-scope.ts'
import { actionOfScope } from '../../model/schemas/security-scopes.ts'
import { countItems, selectJob, selectJobDecisions, type JobRow } from './import-jobs.sql.ts'
import { listImportResources } from './import-resources.ts'
import { selectSubjobs } from './import-subjobs.sql.ts'

const statusNames = new Map<number, ImportItemStatus>(
  Object.entries(importItemStatuses).map(([name, id]) => [id, name as ImportItemStatus]),
)
const jobStatusNames = new Map<number, string>(
  Object.entries(importJobStatuses).map(([name, id]) => [id, name]),
)

/** The name of an item's status. */
export function statusNameOf(status: number): ImportItemStatus {
  return statusNames.get(status) ?? 'waiting'
}

type Action = 'view' | 'update' | 'delete'

/**
 * The job, where the user may take the action on it. What is deactivated takes no more files and edits.
 * @throws entity_not_found, sign_in_needed, session_gone, access_denied; import_job_deactivated for `update`
 */
export async function requireJob(context: Context, id: number, action: Action): Promise<JobRow> {
  const job = await getJob(context, id, action)
  if (action === 'update' && !job.is_active) throw new ApiError('import_job_deactivated', { id })
  return job
}

/**
 * The job, active or not, where the user may take the action on it.
 * @throws entity_not_found, sign_in_needed, session_gone, access_denied
 */
export async function getJob(context: Context, id: number, action: Action): Promise<JobRow> {
  const scope = compileImportScope(requireAction(context.identity, 'massimportjob', action))
  const job = await selectJob(context.database, id, scope)
  if (!job) throw new ApiError('entity_not_found', { resource: 'massimportjob', id })
  return job
}

/** What is answered of a job beside the job itself. */
interface JobOptions {
  readonly withRights?: boolean | undefined
  /** Scopes to decide, for `$security`. */
  readonly security?: readonly string[] | undefined
}

/** Jobs as they travel, with how many items they have by status. */
export async function readJobs(
  context: Context,
  jobs: readonly JobRow[],
  options: JobOptions = {},
): Promise<ImportJob[]> {
  if (jobs.length === 0) return []
  const ids = jobs.map((job) => job.id)
  const visible = compileImportScope(scopeOf(context.identity, 'massimportjob', 'view'))
  const [counted, subjobs, granted] = await Promise.all([
    countItems(context.database, ids),
    selectSubjobs(context.database, ids, visible),
    decideJobs(context, ids, options),
  ])
  return jobs.map((job) => {
    const counts = Object.fromEntries(
      counted.filter((row) => row.job_id === job.id).map((row) => [statusNameOf(row.status), row.count]),
    )
    const count = Object.values(counts).reduce((sum, one) => sum + one, 0)
    return {
      id: job.id,
      $resource: 'massimportjob',
      $path: 'massimport/data/job',
      name: job.name,
      activated: job.is_active,
      created: job.created_at.toISOString(),
      modified: job.modified_at.toISOString(),
      status: { id: job.status, name: jobStatusNames.get(job.status) ?? '' },
      count,
      counts,
      jobowner: { id: job.owner_id, name: job.owner_name },
      subjobs: subjobs.filter((row) => row.job_id === job.id).map(({ id, name }) => ({ id, name })),
      $items: [],
      $moreChildren_$items: { total: count },
      ...rightsOf(options, granted.get(job.id) ?? new Set()),
    }
  })
}

/** One job as it travels, with the resources that its items can become. */
export async function readJob(context: Context, job: JobRow, options?: JobOptions): Promise<ImportJob> {
  const [[read], itemResources] = await Promise.all([
    readJobs(context, [job], options),
    listImportResources(context),
  ])
  if (!read) throw new ApiError('entity_not_found', { resource: 'massimportjob', id: job.id })
  return { ...read, itemResources }
}

/** Which of the actions asked for the user may take on each job. */
async function decideJobs(
  { database, identity }: Context,
  ids: readonly number[],
  { withRights, security = [] }: JobOptions,
): Promise<Map<number, ReadonlySet<string>>> {
  const actions = [...(withRights ? ['update', 'delete'] : []), ...security.map(actionOfScope)]
  if (actions.length === 0) return new Map()
  const rows = await selectJobDecisions(
    database,
    ids,
    actions.map((action) => compileImportScope(scopeOf(identity, 'massimportjob', action))),
  )
  return new Map(
    rows.map(({ id, decided }) => [id, new Set(actions.filter((_action, index) => decided[index]))]),
  )
}

/** What the user may do with a job, as an entity says it. @source decision 0139 */
function rightsOf(
  { withRights, security }: JobOptions,
  granted: ReadonlySet<string>,
): Pick<ImportJob, '$rights' | '$security'> {
  const update = granted.has('update')
  return {
    ...(withRights
      ? {
          $rights: {
            update,
            delete: granted.has('delete'),
            download: false,
            workflow: update ? ['start'] : [],
          },
        }
      : {}),
    ...(security
      ? { $security: Object.fromEntries(security.map((scope) => [scope, granted.has(actionOfScope(scope))])) }
      : {}),
  }
}
