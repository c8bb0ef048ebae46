import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { id, instant, int } from '../parameters.ts'

/**
 * Something that was done. `before` and `after` hold the fields that changed; names are as they were then;
 * `network` is never a whole address.
 */
export const AuditEntry = z.object({
  id: z.number(),
  at: z.string(),
  actor: z.object({
    kind: z.enum(['user', 'application', 'visitor', 'nobody', 'server']),
    id: z.number().nullable(),
    name: z.string(),
  }),
  /** `{noun}.{verb}`, as `user.updated`. */
  kind: z.string(),
  target: z.object({ resource: z.string(), id: z.string(), name: z.string() }).nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  network: z.string(),
})
export type AuditEntry = z.output<typeof AuditEntry>

export const findAudit = defineCall({
  name: 'findAudit',
  method: 'GET',
  path: '/rest/administration/audit',
  access: 'audit/view',
  summary: 'What was done, the last first: by a person, of a kind, within a time, to an entity',
  source: 'decision 0070',
  input: z.object({
    actor: id.optional(),
    /** A whole kind, or its noun alone: `user`. */
    kind: z
      .string()
      .regex(/^[a-z]+(\.[A-Za-z]+)?$/, 'a kind is expected, as user.updated')
      .max(64)
      .optional(),
    from: instant.optional(),
    until: instant.optional(),
    resource: z.string().max(64).optional(),
    id: z.string().max(64).optional(),
    /** Only entries older than this one: the id of the last of the page before. */
    before: id.optional(),
    max: int.min(1).max(200).default(50),
  }),
  answers: z.object({
    entries: z.array(AuditEntry),
    /** What the next page is asked for with; null on the last. */
    before: z.number().nullable(),
    /** Every kind that there is, on the first page. */
    kinds: z.array(z.string()).optional(),
    /** Days that entries are kept. */
    keptDays: z.number(),
  }),
  errors: [],
})
