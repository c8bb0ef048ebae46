import type { CallAnswer, CallInput, Calls } from '@cartouche/contract'
import { recordAudit } from '../../access/audit/record-audit.ts'
import type { Context } from '../../access/context.ts'
import { withTransaction } from '../../ground/database/database.ts'
import { listedAccount } from '../accounts/find-accounts.ts'
import { requirePowerOver } from '../roles/require-power-over.ts'
import { selectCallDays, type CallDay } from './calls.sql.ts'
import { lockApplication } from './keys.sql.ts'
import { selectQuota, updateQuota } from './quota.sql.ts'

type Usage = CallAnswer<Calls['getApplicationUsage']>

/** What an application called on the last 30 days. @throws entity_not_found */
export async function getApplicationUsage(
  context: Context,
  { id }: CallInput<Calls['getApplicationUsage']>,
): Promise<Usage> {
  const { name } = await listedAccount(context, id, 'application')
  const days = await selectCallDays(context.database, id)
  return {
    application: { id, name },
    quota: await selectQuota(context.database, id),
    calls: [...Map.groupBy(days, ({ call }) => call)]
      .map(([call, own]) => sumOf(call, own))
      .toSorted((one, other) => other.count - one.count || (one.call < other.call ? -1 : 1)),
    days: days.map(({ last_at: _last, ...counts }) => counts),
  }
}

function sumOf(call: string, days: readonly CallDay[]): Usage['calls'][number] {
  const sum = (what: 'count' | 'failures' | 'refused') => days.reduce((total, day) => total + day[what], 0)
  const last = Math.max(...days.map(({ last_at }) => last_at.getTime()))
  return {
    call,
    count: sum('count'),
    failures: sum('failures'),
    refused: sum('refused'),
    lastAt: new Date(last).toISOString(),
  }
}

/**
 * Limits how often an application may call, from its next call on.
 * @throws entity_not_found, administrator_only, power_exceeded
 */
export async function setApplicationQuota(
  context: Context,
  { id, ...quota }: CallInput<Calls['setApplicationQuota']>,
): Promise<CallAnswer<Calls['setApplicationQuota']>> {
  const { kind, name, role } = await listedAccount(context, id, 'application')
  await requirePowerOver(context, [role?.id])
  await withTransaction(context.database, async (database) => {
    await lockApplication(database, id)
    const before = await selectQuota(database, id)
    await updateQuota(database, id, quota)
    await recordAudit(context, database, {
      kind: 'application.quota',
      target: { resource: kind, id, name },
      before: { ...before },
      after: quota,
    })
  })
  return quota
}
