import { ApiError, type CallAnswer, type CallInput, type Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { refusal, requireAction } from '../../access/decide.ts'
import { recordAudit } from '../../access/audit/record-audit.ts'
import { withTransaction } from '../../ground/database/database.ts'
import { listJobItems } from './find-import-items.ts'
import { itemCount } from './find-import-jobs.ts'
import { deleteJob, insertJob } from './import-jobs.sql.ts'
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
 * Deletes an import and its items; what became an asset stays. While items are being turned into assets it is
 * refused.
 * @throws entity_not_found, import_item_not_ready
 */
export async function deleteImportJob(
  context: Context,
  { id }: CallInput<Calls['deleteImportJob']>,
): Promise<CallAnswer<Calls['deleteImportJob']>> {
  const { name } = await requireJob(context, id, 'delete')
  await withTransaction(context.database, async (transaction) => {
    if (!(await deleteJob(transaction, id)))
      throw new ApiError('import_item_not_ready', {
        id,
        reason: 'items of this import are being turned into assets; wait a moment',
      })
    await recordAudit(context, transaction, {
      kind: 'massimportjob.deleted',
      target: { resource: 'massimportjob', id, name },
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
