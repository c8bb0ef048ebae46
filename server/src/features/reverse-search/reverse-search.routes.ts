import type { CallAnswer, CallInput, Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import type { Routes } from '../../access/handler.ts'
import { withTransaction } from '../../ground/database/database.ts'
import { jobPriority } from '../../ground/jobs/task.ts'
import { findMedia } from '../../model/variations/find-media.ts'
import { ensureFingerprint } from './ensure-fingerprint.ts'
import { findSimilar } from './find-similar.ts'
import { findSimilarToPicture } from './find-similar-to-picture.ts'
import { countFingerprints } from './fingerprints.sql.ts'
import { getReverseSearchReport } from './get-reverse-search-report.ts'
import { keepAllowed, requireSearchable, requireSwitchedOn } from './require-reverse-search.ts'
import { selectFoundAssets, selectReverseSearch, startReverseSearch } from './reverse-searches.sql.ts'

/** Handlers of the calls that find pictures by pictures. */
export const reverseSearchRoutes: Routes<
  | 'getReverseSearchStatus'
  | 'getReverseSearchPermissions'
  | 'submitReverseSearch'
  | 'getReverseSearchReport'
  | 'getReverseSearchMatches'
  | 'findSimilarAssets'
  | 'findSimilarToPicture'
> = {
  getReverseSearchStatus,
  getReverseSearchPermissions,
  submitReverseSearch,
  getReverseSearchReport,
  getReverseSearchMatches,
  findSimilarAssets,
  findSimilarToPicture,
}

/** @throws reverse_search_off */
async function getReverseSearchStatus(
  context: Context,
): Promise<CallAnswer<Calls['getReverseSearchStatus']>> {
  requireSwitchedOn(context)
  const elsewhere = context.settings.reverseSearchProviders.map((one) => new URL(one).host)
  return { provider: 'library', elsewhere, ...(await countFingerprints(context.database)) }
}

/** Keyed by the uuid as it was asked for. @throws entity_not_found, file_missing */
async function getReverseSearchPermissions(
  context: Context,
  { uuid }: CallInput<Calls['getReverseSearchPermissions']>,
): Promise<CallAnswer<Calls['getReverseSearchPermissions']>> {
  const { id } = await findMedia(context, { object: 'asset', id: uuid })
  const isAllowed = (await keepAllowed(context, 'reverseSearch', [id])).length > 0
  const last = isAllowed ? await selectReverseSearch(context.database, id) : undefined
  const submit = isAllowed && context.settings.reverseSearch !== 'off'
  return { [uuid]: { submit, report: last !== undefined && last.status !== 'failed' } }
}

/**
 * Starts a search, once however often it is asked for while one runs.
 * @throws entity_not_found, file_missing, access_denied, reverse_search_off
 */
async function submitReverseSearch(
  context: Context,
  { uuid }: CallInput<Calls['submitReverseSearch']>,
): Promise<CallAnswer<Calls['submitReverseSearch']>> {
  const { id } = await requireSearchable(context, uuid)
  requireSwitchedOn(context)
  await withTransaction(context.database, async (transaction) => {
    await startReverseSearch(transaction, id)
    const options = { key: `reverse-search:${id}`, priority: jobPriority.render }
    await context.addJob(transaction, 'reverse-search', { assetId: id }, options)
  })
  return { uuid, status: 'pending' }
}

/** @throws entity_not_found, file_missing, access_denied */
async function getReverseSearchMatches(
  context: Context,
  { uuid }: CallInput<Calls['getReverseSearchMatches']>,
): Promise<CallAnswer<Calls['getReverseSearchMatches']>> {
  const { id } = await requireSearchable(context, uuid)
  const [last, [asset]] = await Promise.all([
    selectReverseSearch(context.database, id),
    selectFoundAssets(context.database, [id]),
  ])
  return {
    status: last?.status ?? 'none',
    searchedAt: last?.done_at?.toISOString() ?? null,
    rights: { copyright: asset?.copyright ?? null, credit: asset?.credit ?? null },
    providers: [...(last?.elsewhere ?? [])],
  }
}

/** @throws entity_not_found, file_missing, access_denied, reverse_search_off */
async function findSimilarAssets(
  context: Context,
  { uuid, max }: CallInput<Calls['findSimilarAssets']>,
): Promise<CallAnswer<Calls['findSimilarAssets']>> {
  const { id, sha256 } = await requireSearchable(context, uuid)
  requireSwitchedOn(context)
  const fingerprint = await ensureFingerprint(context, sha256)
  const keep = async (ids: readonly number[]) =>
    (await keepAllowed(context, 'view', ids)).filter((found) => found !== id)
  return { data: fingerprint ? await findSimilar(context, fingerprint, max, keep) : [] }
}
