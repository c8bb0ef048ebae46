import { ApiError, type CallAnswer, type CallInput, type Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { refusal, requireAction, scopeOf } from '../../access/decide.ts'
import { recordAudit } from '../../access/audit/record-audit.ts'
import { compileImportScope } from '../../access/import-scope.ts'
import { withTransaction } from '../../ground/database/database.ts'
import { listJobItems } from './find-import-items.ts'
import { itemCount } from './find-import-jobs.ts'
import { deleteJobs, insertJob, lockJobs, selectJobDecisions } from './import-jobs.sql.ts'
import { selectSubjobIds } from './import-subjobs.sql.ts'
import { readJob, requireJob } from './read-jobs.ts'

/**
 * Starts an import of the user's own.
 * @throws access_denied, sign_in_needed
 */
export async function createImportJob(
  context: Context,
  { json }: CallInput<Calls['createImportJob']>,
): Promise<CallAnswer<Calls['createImportJob']>> {
  requireAction(context.identity, 'massimportjob', 'create')
  const id = await insertJob(context.database, ownerOf(context), nameOf(context, json?.name))
  return { response: { data: await readJob(context, await requireJob(context, id, 'view')) } }
}

/** One import. @throws entity_not_found */
export async function getImportJob(
  context: Context,
  { id, withItems, maxItems, ...options }: CallInput<Calls['getImportJob']>,
): Promise<CallAnswer<Calls['getImportJob']>> {
  const job = await readJob(context, await requireJob(context, id, 'view'), options)
  const $items = withItems ? await listJobItems(context, id, itemCount(maxItems)) : []
  return { response: { data: { ...job, $items } } }
}

/**
 * Deletes an import and its items, and with `withSecondaryJobs` all imports under it, or none of them; what
 * became an asset stays. While items are being turned into assets it is refused.
 * @throws entity_not_found, access_denied, import_item_not_ready
 */
export async function deleteImportJob(
  context: Context,
  { id, withSecondaryJobs = false }: CallInput<Calls['deleteImportJob']>,
): Promise<CallAnswer<Calls['deleteImportJob']>> {
  await requireJob(context, id, 'delete')
  await withTransaction(context.database, async (transaction) => {
    const ids = [id, ...(withSecondaryJobs ? await selectSubjobIds(transaction, [id]) : [])]
    const jobs = await lockJobs(transaction, ids)
    const scope = compileImportScope(scopeOf(context.identity, 'massimportjob', 'delete'))
    const decisions = await selectJobDecisions(transaction, ids, [scope])
    if (!decisions.every(({ decided }) => decided[0])) throw new ApiError('access_denied')
    if (!(await deleteJobs(transaction, ids)))
      throw new ApiError('import_item_not_ready', {
        id,
        reason: 'items of this import are being turned into assets; wait a moment',
      })
    for (const { id: deletedId, name } of jobs)
      await recordAudit(context, transaction, {
        kind: 'massimportjob.deleted',
        target: { resource: 'massimportjob', id: deletedId, name },
      })
  })
  return { response: { deletedId: id } }
}

function ownerOf({ identity }: Context): number {
  if (identity.kind === 'user' || identity.kind === 'application') return identity.id
  throw refusal(identity)
}

function nameOf({ locale }: Context, given: string | undefined): string {
  const name = given?.replaceAll('\0', '').trim()
  return (
    name ||
    new Intl.DateTimeFormat(locale === 'fr' ? 'fr' : 'en-GB', {
      dateStyle: 'long',
      timeStyle: 'short',
    }).format(new Date())
  )
}
