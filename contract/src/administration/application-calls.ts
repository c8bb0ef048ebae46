import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { id, int } from '../parameters.ts'

/**
 * A key of an application; its secret is shown once, when it is created. `key` is sent as the login; two keys
 * share one while the newer replaces the older. `lastUsedOn`: day (UTC). `state`: `ending` ends within 14
 * days, `replaced` has a newer one in its place and ends by itself, `expired` has ended.
 */
export const ApplicationKey = z.object({
  id: z.number(),
  /** Empty: the one that the application was made with. */
  name: z.string(),
  key: z.string(),
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
  lastUsedOn: z.string().nullable(),
  state: z.enum(['active', 'ending', 'replaced', 'expired']),
})
export type ApplicationKey = z.output<typeof ApplicationKey>

const NewKey = z.object({ key: ApplicationKey, secret: z.string() })

const room = '/rest/administration/applications'
const keyName = z.string().trim().min(1).max(100)
/** An instant to come. */
const end = z.iso.datetime({ offset: true })

export const listApplicationKeys = defineCall({
  name: 'listApplicationKeys',
  method: 'GET',
  path: `${room}/{id}/keys`,
  access: 'application/update',
  summary: 'The keys of an application, the newest first',
  source: 'decision 0189',
  input: z.object({ id }),
  answers: z.array(ApplicationKey),
  errors: ['entity_not_found'],
})

export const listEndingKeys = defineCall({
  name: 'listEndingKeys',
  method: 'GET',
  path: `${room}/keys/ending`,
  access: 'application/update',
  summary: 'The keys of all applications that end within 14 days, the first to end first; 200 at most',
  source: 'decision 0189',
  input: z.object({}),
  answers: z.array(ApplicationKey.extend({ application: z.object({ id: z.number(), name: z.string() }) })),
  errors: [],
})

export const createApplicationKey = defineCall({
  name: 'createApplicationKey',
  method: 'POST',
  path: `${room}/{id}/keys`,
  access: 'application/update',
  status: 201,
  summary: 'Give an application another key; its secret is shown only now',
  source: 'decision 0189',
  input: z.object({ id, name: keyName, expiresAt: end.nullable().default(null) }),
  answers: NewKey,
  errors: ['proof_needed', 'entity_not_found', 'invalid_parameter', 'administrator_only', 'power_exceeded'],
})

export const updateApplicationKey = defineCall({
  name: 'updateApplicationKey',
  method: 'PATCH',
  path: `${room}/{id}/keys/{keyId}`,
  alsoBy: ['PUT', 'POST'],
  access: 'application/update',
  summary: 'Change the name of a key, or when it ends; an instant that is over ends it at once',
  source: 'decision 0189',
  input: z.object({ id, keyId: id, name: keyName.optional(), expiresAt: end.nullable().optional() }),
  answers: ApplicationKey,
  errors: [
    'proof_needed',
    'entity_not_found',
    'application_key_not_found',
    'administrator_only',
    'power_exceeded',
  ],
})

export const rotateApplicationKey = defineCall({
  name: 'rotateApplicationKey',
  method: 'POST',
  path: `${room}/{id}/keys/{keyId}/rotation`,
  access: 'application/update',
  status: 201,
  summary:
    'Replace the secret of a key; the new one is shown only now, the previous one stays valid until a given time',
  source: 'decision 0189',
  input: z.object({
    id,
    keyId: id,
    /** When the one before ends; null: at once, with its sessions. */
    endsAt: end.nullable(),
    expiresAt: end.nullable().default(null),
  }),
  answers: NewKey,
  errors: [
    'proof_needed',
    'entity_not_found',
    'application_key_not_found',
    'invalid_parameter',
    'administrator_only',
    'power_exceeded',
  ],
})

export const revokeApplicationKey = defineCall({
  name: 'revokeApplicationKey',
  method: 'DELETE',
  path: `${room}/{id}/keys/{keyId}`,
  access: 'application/update',
  summary: 'Take a key away, at once, with the sessions that it opened',
  source: 'decision 0189',
  input: z.object({ id, keyId: id }),
  answers: z.object({ id: z.number() }),
  errors: ['entity_not_found', 'application_key_not_found', 'administrator_only', 'power_exceeded'],
})

/** Calls in a minute, or in a day (UTC); null: no limit. */
const quota = int.min(1).max(1_000_000_000).nullable()
const Quota = z.object({ callsPerMinute: z.number().nullable(), callsPerDay: z.number().nullable() })

export const setApplicationQuota = defineCall({
  name: 'setApplicationQuota',
  method: 'PUT',
  path: `${room}/{id}/quota`,
  access: 'application/update',
  summary: 'Limit how often an application may call',
  source: 'decision 0189',
  input: z.object({ id, callsPerMinute: quota, callsPerDay: quota }),
  answers: Quota,
  errors: ['entity_not_found', 'administrator_only', 'power_exceeded'],
})

const counts = { count: z.number(), failures: z.number(), refused: z.number() }

export const getApplicationUsage = defineCall({
  name: 'getApplicationUsage',
  method: 'GET',
  path: `${room}/{id}/usage`,
  access: 'application/update',
  summary:
    'Calls of an application in the last 30 days, by call, and by day and call; failures include calls over its quota',
  source: 'decision 0189',
  input: z.object({ id }),
  answers: z.object({
    application: z.object({ id: z.number(), name: z.string() }),
    quota: Quota,
    /** The most frequent first. */
    calls: z.array(z.object({ call: z.string(), ...counts, lastAt: z.string() })),
    /** The earliest first; days and calls without any are absent. */
    days: z.array(z.object({ day: z.string(), call: z.string(), ...counts })),
  }),
  errors: ['entity_not_found'],
})
