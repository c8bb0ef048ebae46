import { ApiError, type CallAnswer, type CallInput, type Calls, type LogRecord } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { countLogs, selectLogs, type LogRow } from './logs.sql.ts'

/** Messages of clients, for administrators. @throws token_mismatch */
export async function findLogs(
  { database }: Context,
  { after, max, text, level, from, until }: CallInput<Calls['findLogs']>,
): Promise<CallAnswer<Calls['findLogs']>> {
  const query = {
    text,
    level,
    from,
    until,
    before: after === undefined ? undefined : readToken(after),
    max: max + 1,
  }
  const [rows, total] = await Promise.all([selectLogs(database, query), countLogs(database, query)])
  const page = rows.slice(0, max)
  const last = rows.length > max ? page.at(-1) : undefined
  return {
    links: last ? { nextResultsToken: `${last.last_at.getTime()}-${last.id}` } : {},
    response: { count: page.length, total, data: page.map(toRecord) },
  }
}

function readToken(token: string): { lastAt: Date; id: number } {
  const [, ms, id] = /^(\d{1,14})-(\d{1,15})$/.exec(token) ?? []
  if (ms === undefined || id === undefined) throw new ApiError('token_mismatch')
  return { lastAt: new Date(Number(ms)), id: Number(id) }
}

function toRecord({
  id,
  level,
  message,
  user_id,
  user_name,
  session,
  user_agent,
  count,
  first_at,
  last_at,
}: LogRow): LogRecord {
  return {
    id,
    level,
    message,
    user: user_id === null ? null : { id: user_id, name: user_name },
    session,
    userAgent: user_agent,
    count,
    first: first_at.toISOString(),
    last: last_at.toISOString(),
  }
}
