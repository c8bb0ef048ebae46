import { ApiError, isApiError, type ScheduledAction } from '@cartouche/contract'
import { recordAudit } from '../../access/audit/record-audit.ts'
import { withTransaction, type Database } from '../../ground/database/database.ts'
import type { Services } from '../../ground/services.ts'
import { takeAction } from '../../model/entities/take-action.ts'
import { getSchemaOf } from '../../model/schemas/schema-registry.ts'
import type { Notice } from '../../people/notifications/notice.ts'
import { notify } from '../../people/notifications/notify.ts'
import { actAs } from '../../people/session/act-as.ts'
import { findAccount } from '../../people/session/account.ts'
import {
  lockDueSchedules,
  selectNextDue,
  selectSchedule,
  updateFailure,
  type ScheduleKey,
  type StoredSchedule,
} from './page-schedules.sql.ts'
import { nameOfPage, selectPart, selectProps } from './parts.sql.ts'

/**
 * Publishes and unpublishes what is due, the earliest first, each in a transaction of its own: once, however
 * many servers look and however often one was stopped. Whoever set it is notified of a refusal, which stays
 * with the page; what fails otherwise keeps nothing else from being done.
 * @throws the first failure that is no refusal, so that it is tried again
 * @source decision 0178
 */
export async function runPageSchedules(services: Services, signal: AbortSignal): Promise<void> {
  const seen: ScheduleKey[] = []
  const errors: unknown[] = []
  while (!signal.aborted) {
    const { due, error } = await runNext(services, seen)
    if (!due) break
    seen.push({ page: due.page, action: due.action })
    if (error === undefined) continue
    if (isApiError(error) && error.status < 500) await refuse(services, due, error.code)
    else errors.push(error)
  }
  if (errors.length > 0) throw errors[0]
}

/** Ends what failed too often for another reason than a refusal. */
export async function giveUpSchedule(services: Services, key: ScheduleKey): Promise<void> {
  const schedule = await selectSchedule(services.database, key)
  if (schedule && schedule.dueAt.getTime() <= Date.now()) await refuse(services, schedule, 'internal')
}

interface Ran {
  /** Undefined: nothing is due. */
  readonly due: StoredSchedule | undefined
  readonly error?: unknown
}

async function runNext(services: Services, but: readonly ScheduleKey[]): Promise<Ran> {
  let due: StoredSchedule | undefined
  try {
    await withTransaction(services.database, async (database) => {
      await lockDueSchedules(database)
      due = await selectNextDue(database, but)
      if (due) await run(services, database, due)
    })
    return { due }
  } catch (error) {
    if (!due) throw error
    return { due, error }
  }
}

async function run(services: Services, database: Database, due: StoredSchedule): Promise<void> {
  const { page, action, dueAt } = due
  // Held in the order in which whoever publishes or cancels holds it; then what was read may be out of date.
  await selectPart(database, { resource: 'page', id: page }, 'no key update')
  const now = await selectSchedule(database, due)
  if (now?.failure !== null || now.dueAt.getTime() !== dueAt.getTime()) return
  const account = await findAccount(database, due.author)
  if (!account) throw new ApiError('access_denied')
  const context = { ...actAs(services, account), database }
  await takeAction(context, await getSchemaOf(context, 'page'), { ids: [page], action })
  await recordAudit(context, database, {
    kind: 'page.scheduleRun',
    target: { resource: 'page', id: page, name: nameOfPage(page) },
    after: { action, at: dueAt },
  })
}

async function refuse(services: Services, due: StoredSchedule, code: string): Promise<void> {
  const { page, action, author } = due
  await withTransaction(services.database, async (database) => {
    if (!(await updateFailure(database, due, code))) return
    await recordAudit({}, database, {
      kind: 'page.scheduleFailed',
      target: { resource: 'page', id: page, name: nameOfPage(page) },
      after: { action, at: due.dueAt, code },
    })
    const { name } = await selectProps(database, { resource: 'page', id: page })
    const notice = noticeOf(page, typeof name === 'string' ? name : '', action, code)
    if (author.kind === 'user') await notify(database, [author.id], notice)
  })
}

const titles: Readonly<Record<ScheduledAction, (name: string) => Notice['title']>> = {
  validate: (name) => ({
    en: `“${name}” was not published as scheduled`,
    fr: `« ${name} » n’a pas été publiée à l’heure prévue`,
  }),
  unpublish: (name) => ({
    en: `“${name}” was not unpublished as scheduled`,
    fr: `« ${name} » n’a pas été dépubliée à l’heure prévue`,
  }),
}

function noticeOf(page: number, name: string, action: ScheduledAction, code: string): Notice {
  return {
    type: 'page_schedule',
    title: titles[action](name),
    link: `/pages/${page}`,
    data: { page, action, code },
  }
}
