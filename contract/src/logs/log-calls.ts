import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { instant, int } from '../parameters.ts'

export const createLogs = defineCall({
  // Public: what goes wrong before a sign-in is worth knowing too.
  name: 'createLogs',
  method: 'POST',
  path: '/packaged/portal/log',
  access: 'public',
  maxBodyBytes: 256 * 1024,
  summary:
    'Keep messages of a client: JSON text of a list of {level, message, count}; any other text is one message of level error',
  source: 'portal §7 Logs, §9 Logging; decision 0063',
  input: z.object({ TYPE: z.literal('LOGS').default('LOGS'), MESSAGE: z.string().min(1).max(200_000) }),
  /** `kept`: messages taken; beyond a hundred in one request they are left out. */
  answers: z.object({ kept: z.number() }),
  errors: ['too_many_guesses'],
})

/** A message of a client; said again by the same session it is counted. `level` by its number. */
export const LogRecord = z.object({
  id: z.number(),
  level: z.number(),
  message: z.string(),
  user: z.object({ id: z.number(), name: z.string() }).nullable(),
  session: z.string().nullable(),
  userAgent: z.string(),
  count: z.number(),
  first: z.string(),
  last: z.string(),
})
export type LogRecord = z.output<typeof LogRecord>

export const findLogs = defineCall({
  name: 'findLogs',
  method: 'GET',
  path: '/packaged/portal/log',
  access: 'clientlog/view',
  summary:
    'Messages of clients, the last first: with these words, as grave as a level or graver, last said within a time',
  source: 'decision 0063',
  input: z.object({
    text: z.string().trim().max(200).optional(),
    level: int.min(-1).max(50).default(50),
    from: instant.optional(),
    until: instant.optional(),
    max: int.min(1).max(200).default(50),
    after: z.string().max(100).optional(),
  }),
  answers: z.object({
    links: z.object({ nextResultsToken: z.string().optional() }),
    response: z.object({ count: z.number(), total: z.number(), data: z.array(LogRecord) }),
  }),
  errors: ['access_denied', 'token_mismatch'],
})
