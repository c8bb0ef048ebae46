import { createHash } from 'node:crypto'
import type { CallAnswer, CallInput, Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { networkOf } from '../../access/network-of.ts'
import { limitRate } from './limit-rate.ts'
import { upsertLogs } from './logs.sql.ts'
import { parseMessages } from './parse-messages.ts'

const longestAgent = 300

/**
 * Keeps messages of a client with who it was, in which session, with which browser. What the same session
 * said before is counted.
 * @throws too_many_guesses
 * @source portal §7 Logs
 */
export async function createLogs(
  { identity, database, request }: Context,
  { MESSAGE }: CallInput<Calls['createLogs']>,
): Promise<CallAnswer<Calls['createLogs']>> {
  const person = identity.kind === 'user' || identity.kind === 'application' ? identity : undefined
  limitRate(person?.session.key ?? networkOf(request.address))
  const messages = parseMessages(MESSAGE)
  const agent = request.headers['user-agent']
  const userAgent = typeof agent === 'string' ? agent.slice(0, longestAgent) : ''
  const session = person?.session.key ?? null
  await upsertLogs(
    database,
    messages.map(({ level, message, count }) => ({
      hash: createHash('sha256')
        .update(JSON.stringify([level, message, session, userAgent]))
        .digest('hex'),
      level,
      message,
      count,
    })),
    { kind: person?.kind ?? null, id: person?.id ?? null, name: person?.name ?? '', session, userAgent },
  )
  return { kept: messages.length }
}
