import {
  ApiError,
  isApiError,
  statusName,
  workflowOf,
  type CallAnswer,
  type CallInput,
  type Calls,
  type PageSchedule,
} from '@cartouche/contract'
import { recordAudit } from '../../access/audit/record-audit.ts'
import type { Context } from '../../access/context.ts'
import { requireAction, requireSignedIn } from '../../access/decide.ts'
import { withTransaction } from '../../ground/database/database.ts'
import { requireRows } from '../../model/entities/decide-rows.ts'
import { getSchemaOf } from '../../model/schemas/schema-registry.ts'
import { keepInScope } from '../../model/search/find.ts'
import { searchIn } from '../../model/search/search-in.ts'
import { actAs } from '../../people/session/act-as.ts'
import { findAccount } from '../../people/session/account.ts'
import {
  deleteSchedule,
  selectSchedule,
  selectSchedules,
  upsertSchedule,
  type StoredSchedule,
} from './page-schedules.sql.ts'
import { nameOfPage, selectPart } from './parts.sql.ts'
import { requirePublishing } from './publish-page.ts'

/** @throws access_denied, sign_in_needed */
export async function listPageSchedules(context: Context): Promise<CallAnswer<Calls['listPageSchedules']>> {
  const all = await selectSchedules(context.database)
  const scope = requireAction(context.identity, 'page', 'view')
  const seen = new Set(
    await keepInScope(await searchIn(context), scope, [...new Set(all.map(({ page }) => page))]),
  )
  return Promise.all(
    all
      .filter(({ page }) => seen.has(page))
      .map(async (one) => toSchedule(one, await obstacleTo(context, one))),
  )
}

/**
 * Sets when a page is published or unpublished, as the caller and with the rights that they have then. What
 * could not be done at present is refused.
 * @throws entity_not_found, access_denied, action_not_possible, invalid_parameter, sign_in_needed
 * @source decision 0178
 */
export async function schedulePage(
  context: Context,
  { page, action, at }: CallInput<Calls['schedulePage']>,
): Promise<CallAnswer<Calls['schedulePage']>> {
  const { kind, id } = requireSignedIn(context.identity)
  const dueAt = new Date(at)
  if (dueAt.getTime() <= Date.now())
    throw new ApiError('invalid_parameter', { parameter: 'at', reason: 'it lies in the past' })
  const kept = await withTransaction(context.database, async (database) => {
    const within = { ...context, database }
    // Held, so that it is neither published nor deleted meanwhile.
    await selectPart(database, { resource: 'page', id: page }, 'no key update')
    await requireScheduling(within, { page, action, dueAt })
    const before = await selectSchedule(database, { page, action })
    const after = await upsertSchedule(database, { page, action, dueAt, author: { kind, id } })
    await context.addJob(
      database,
      'run-page-schedules',
      { page, action },
      { key: `page-schedule:${page}:${action}`, runAt: dueAt },
    )
    await recordAudit(context, database, {
      kind: 'page.scheduled',
      target: { resource: 'page', id: page, name: nameOfPage(page) },
      before: before ? { action, at: before.dueAt } : {},
      after: { action, at: dueAt },
    })
    return after
  })
  return toSchedule(kept, null)
}

/** @throws entity_not_found, access_denied, page_schedule_not_found, sign_in_needed */
export async function cancelPageSchedule(
  context: Context,
  { page, action }: CallInput<Calls['cancelPageSchedule']>,
): Promise<CallAnswer<Calls['cancelPageSchedule']>> {
  await withTransaction(context.database, async (database) => {
    await selectPart(database, { resource: 'page', id: page }, 'no key update')
    await requireRows({ ...context, database }, await getSchemaOf(context, 'page'), [page], action)
    const gone = await deleteSchedule(database, { page, action })
    if (!gone) throw new ApiError('page_schedule_not_found', { id: page })
    await recordAudit(context, database, {
      kind: 'page.unscheduled',
      target: { resource: 'page', id: page, name: nameOfPage(page) },
      before: { action, at: gone.dueAt },
    })
  })
  return { cancelled: true }
}

/**
 * Refuses what could not be done as things stand. A page that is to be published before can be unpublished.
 * @throws entity_not_found, access_denied, action_not_possible
 */
async function requireScheduling(
  context: Context,
  { page, action, dueAt }: Pick<StoredSchedule, 'page' | 'action' | 'dueAt'>,
): Promise<void> {
  const { database } = context
  const schema = await getSchemaOf(context, 'page')
  await requireRows(context, schema, [page], action)
  if (action === 'validate') await requirePublishing(context, schema, page)
  const part = await selectPart(database, { resource: 'page', id: page })
  const status = statusName(workflowOf('page'), part?.status ?? 0)
  if (workflowOf('page').actions[action]?.from.includes(status)) return
  const before =
    action === 'unpublish' ? await selectSchedule(database, { page, action: 'validate' }) : undefined
  if (before?.failure === null && before.dueAt < dueAt) return
  throw new ApiError('action_not_possible', { action, status })
}

/** The code of the error that would refuse it as things stand, as whoever set it. */
async function obstacleTo(context: Context, schedule: StoredSchedule): Promise<string | null> {
  if (schedule.failure !== null) return null
  const account = await findAccount(context.database, schedule.author)
  if (!account) return 'access_denied'
  try {
    await requireScheduling(actAs(context, account), schedule)
    return null
  } catch (error) {
    if (isApiError(error)) return error.code
    throw error
  }
}

function toSchedule(
  { page, action, dueAt, authorName, failure }: StoredSchedule,
  obstacle: string | null,
): PageSchedule {
  return { page, action, at: dueAt.toISOString(), author: authorName, failure, obstacle }
}
