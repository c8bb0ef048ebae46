import { ApiError, type CallAnswer, type CallInput, type Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { refusal, requireAction } from '../../access/decide.ts'
import { recordAudit } from '../../access/audit/record-audit.ts'
import { withTransaction } from '../../ground/database/database.ts'
import { decodePageToken, encodePageToken, signatureOf } from '../../model/search/page-token.ts'
import { compileImportScope } from '../../access/import-scope.ts'
import { listJobItems } from './find-import-items.ts'
import { deleteJob, insertJob, selectJobs } from './imports.sql.ts'
import { readJob, readJobs, requireJob } from './read-jobs.ts'

const pageSize = 24
/** @source data-layer §9: 10 items per job */
const itemsPerJob = 10
const maxItemsPerJob = 200

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

/** The imports that the user may see, newest first. @throws token_mismatch */
export async function findImportJobs(
  context: Context,
  input: CallInput<Calls['findImportJobs']>,
): Promise<CallAnswer<Calls['findImportJobs']>> {
  const scope = requireAction(context.identity, 'massimportjob', 'view')
  const signature = signatureOf(['massimportjob', scope.rows])
  const token = input.after === undefined ? undefined : decodePageToken(input.after, signature)
  const max = input.max ?? pageSize
  const { rows, total } = await selectJobs(
    context.database,
    compileImportScope(scope),
    token && Number(token.after[0]),
    max + 1,
  )
  const page = rows.slice(0, max)
  const data = await readJobs(context, page)
  if (input.withItems)
    for (const job of data) job.$items = await listJobItems(context, job.id, itemCount(input.maxItems))
  const last = page.at(-1)
  const next =
    rows.length > max && last ? encodePageToken({ q: signature, after: [String(last.id)], total }) : undefined
  return {
    headers: {},
    links: next === undefined ? {} : { nextResultsToken: next, next: addressOf(input, next) },
    response: { total, data },
  }
}

/** Where the list goes on, asked in the same way. */
function addressOf(
  { max, orderby, withItems, maxItems, withRights }: CallInput<Calls['findImportJobs']>,
  after: string,
): string {
  const given = Object.entries({ after, max, orderby, withItems, maxItems, withRights }).filter(
    ([, value]) => value !== undefined,
  )
  return `/api/rest/massimport/job?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`
}

/** One import. @throws entity_not_found */
export async function getImportJob(
  context: Context,
  { id, withItems }: CallInput<Calls['getImportJob']>,
): Promise<CallAnswer<Calls['getImportJob']>> {
  const job = await readJob(context, await requireJob(context, id, 'view'))
  return {
    response: { data: withItems ? { ...job, $items: await listJobItems(context, id, itemsPerJob) } : job },
  }
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

/** @source wire facts "Mass import": a negative maxItems means all */
function itemCount(maxItems = itemsPerJob): number {
  return maxItems < 0 ? maxItemsPerJob : Math.min(maxItems, maxItemsPerJob)
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
