import { ApiError, type CallAnswer, type CallInput, type Calls } from '@cartouche/contract'
import { sql, type SqlBool } from 'kysely'
import { recordAudit } from '../../access/audit/record-audit.ts'
import type { Context } from '../../access/context.ts'
import { scopeOf } from '../../access/decide.ts'
import { compileImportScope } from '../../access/import-scope.ts'
import { withTransaction } from '../../ground/database/database.ts'
import { lockJobs, selectJob, selectJobNames, updateJob, type JobRow } from './import-jobs.sql.ts'
import { deleteSubjobs, insertSubjobs, lockSubjobs, selectSubjobIds } from './import-subjobs.sql.ts'
import { getJob, readJob } from './read-jobs.ts'
import { findImporter, notifyTransfer } from './transfer-import-job.ts'

type Changes = CallInput<Calls['patchImportJob']>['json']

/**
 * Changes an import: its name, whether it is active, who owns it, what is under it. The answer is the import
 * also where it is the user's no more.
 * @throws entity_not_found, invalid_parameter, import_job_circle
 * @source data-layer §7 Mass import; decisions 0139, 0140
 */
export async function patchImportJob(
  context: Context,
  { id, json: { name, activated, jobowner, subjobs } }: CallInput<Calls['patchImportJob']>,
): Promise<CallAnswer<Calls['patchImportJob']>> {
  await getJob(context, id, 'update')
  const importer = jobowner === undefined ? undefined : await findImporter(context, jobowner)
  const after = await withTransaction(context.database, async (transaction) => {
    const within = { ...context, database: transaction }
    if (subjobs) await lockSubjobs(transaction)
    await lockJobs(transaction, [id, ...(subjobs?.$mode === 'appendnew' ? subjobs.$values : [])])
    const before = await getJob(within, id, 'update')
    await updateJob(transaction, id, { name, is_active: activated, owner_id: importer?.id })
    if (importer && importer.id !== before.owner_id) await notifyTransfer(within, before, importer)
    if (subjobs) await changeSubjobs(within, id, subjobs)
    const changed = (await selectJob(transaction, id, sql<SqlBool>`true`)) ?? before
    await recordAudit(context, transaction, {
      kind: 'massimportjob.updated',
      target: { resource: 'massimportjob', id, name: changed.name },
      before: audited(before),
      after: { ...audited(changed), ...(subjobs ? { subjobs } : {}) },
    })
    return changed
  })
  return { response: { data: await readJob(context, after) } }
}

function audited({ name, is_active, owner_id, owner_name }: JobRow): Record<string, unknown> {
  return { name, activated: is_active, jobowner: { id: owner_id, name: owner_name } }
}

async function changeSubjobs(
  context: Context,
  id: number,
  change: NonNullable<Changes['subjobs']>,
): Promise<void> {
  if (change.$mode === 'appendnew') return appendSubjobs(context, id, change.$values)
  await deleteSubjobs(context.database, id, change.$mode === 'remove' ? change.$values : undefined)
}

/** @throws entity_not_found for what the user does not see, import_job_circle */
async function appendSubjobs(context: Context, id: number, subjobIds: readonly number[]): Promise<void> {
  const { database, identity } = context
  const scope = compileImportScope(scopeOf(identity, 'massimportjob', 'view'))
  const visible = await selectJobNames(
    database,
    sql<SqlBool>`j.id = any(${[...subjobIds]}::bigint[]) and ${scope}`,
  )
  const known = new Set(visible.map((job) => job.id))
  const missing = subjobIds.find((subjobId) => !known.has(subjobId))
  if (missing !== undefined)
    throw new ApiError('entity_not_found', { resource: 'massimportjob', id: missing })
  if ([...subjobIds, ...(await selectSubjobIds(database, subjobIds))].includes(id))
    throw new ApiError('import_job_circle', { id })
  await insertSubjobs(database, id, subjobIds)
}
