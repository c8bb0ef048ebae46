import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { flag, id, int } from '../parameters.ts'
import { NewStorageLimit, StorageLimit, StorageUse } from './storage-limit.ts'

/** Most accounts that one page has. */
export const maxAccountsPage = 200
const kinds = z.enum(['user', 'application'])
const states = z.enum(['active', 'disabled', 'invited'])

/**
 * A user or an application as administrators see it; `login` is an application's key. `state`: `invited` has
 * a password that must be changed at the first sign-in; `disabled` cannot sign in, or has no credential.
 */
export const ListedAccount = z.object({
  id: z.number(),
  kind: kinds,
  name: z.string(),
  login: z.string(),
  email: z.string().nullable(),
  locale: z.string().nullable(),
  role: z.object({ id: z.number(), name: z.string() }).nullable(),
  state: states,
  createdAt: z.string(),
  lastSeenAt: z.string().nullable(),
  /** Until when the secret before the present one is good. */
  previousSecretUntil: z.string().nullable(),
})
export type ListedAccount = z.output<typeof ListedAccount>

/** What an account owns that others may need. */
const Owned = z.object({
  entities: z.number(),
  carts: z.number(),
  shares: z.number(),
  searches: z.number(),
  imports: z.number(),
})

const name = z.string().trim().min(1).max(200)
const login = z.string().trim().min(1).max(200)
const email = z.union([z.literal(''), z.email().max(254)])
const locale = z.string().regex(/^[a-z]{2}([-_][A-Za-z]{2})?$/, 'a language is expected, as fr or pt-BR')
const room = '/rest/administration/accounts'

export const findAccounts = defineCall({
  name: 'findAccounts',
  method: 'GET',
  path: room,
  access: 'user/update',
  summary: 'Users or applications, by name, found by words, role and state',
  source: 'decision 0069',
  input: z.object({
    kind: kinds.default('user'),
    search: z.string().max(200).default(''),
    role: id.optional(),
    state: states.optional(),
    start: int.min(0).max(1_000_000).default(0),
    max: int.min(0).max(maxAccountsPage).default(50),
  }),
  answers: z.object({ total: z.number(), accounts: z.array(ListedAccount) }),
  errors: [],
})

export const getAccount = defineCall({
  name: 'getAccount',
  method: 'GET',
  path: `${room}/{id}`,
  access: 'user/update',
  summary: 'One user or application, with what it owns, and how much it may store',
  source: 'decision 0069',
  input: z.object({ id }),
  answers: ListedAccount.extend({
    owned: Owned,
    /** What the files of a user take and may take, and the limit of their own; null of an application. */
    storage: StorageUse.extend({ own: StorageLimit }).nullable(),
  }),
  errors: ['entity_not_found'],
})

export const createUser = defineCall({
  name: 'createUser',
  method: 'POST',
  path: '/rest/administration/users',
  access: 'user/create',
  status: 201,
  summary: 'Create a user with a password that is shown only now and must be changed at the first sign-in',
  source: 'decision 0069',
  input: z.object({ login, name, email: email.optional(), locale: locale.optional(), role: id }),
  answers: z.object({ id: z.number(), login: z.string(), password: z.string() }),
  errors: ['proof_needed', 'invalid_parameter', 'administrator_only', 'power_exceeded'],
})

export const createApplication = defineCall({
  name: 'createApplication',
  method: 'POST',
  path: '/rest/administration/applications',
  access: 'application/create',
  status: 201,
  summary: 'Create an application; its secret is shown only now',
  source: 'decision 0069',
  /** `expiresAt`: when its first key ends. */
  input: z.object({ name, role: id, expiresAt: z.iso.datetime({ offset: true }).nullable().default(null) }),
  answers: z.object({ id: z.number(), key: z.string(), secret: z.string() }),
  errors: ['proof_needed', 'invalid_parameter', 'administrator_only', 'power_exceeded'],
})

export const updateAccount = defineCall({
  name: 'updateAccount',
  method: 'PATCH',
  path: `${room}/{id}`,
  alsoBy: ['PUT', 'POST'],
  access: 'user/update',
  summary:
    'Change name, login, e-mail, language, role, how much a user may store, or whether somebody may sign in; disabling ends all sessions',
  source: 'decision 0069',
  input: z.object({
    id,
    name: name.optional(),
    login: login.optional(),
    email: email.optional(),
    locale: locale.optional(),
    role: id.optional(),
    disabled: flag.optional(),
    /** Of a user. */
    storageLimit: NewStorageLimit.optional(),
  }),
  answers: ListedAccount,
  errors: [
    'proof_needed',
    'entity_not_found',
    'invalid_parameter',
    'last_administrator',
    'administrator_only',
    'power_exceeded',
  ],
})

export const resetPassword = defineCall({
  name: 'resetPassword',
  method: 'POST',
  path: `${room}/{id}/password`,
  access: 'user/update',
  summary: 'Give a user a new password, shown only now, to be changed at the next sign-in; ends all sessions',
  source: 'decision 0069',
  input: z.object({
    id,
    /** Take the second factors away too: whoever has the account may have set them up. */
    factors: flag.default(false),
  }),
  answers: z.object({ password: z.string() }),
  errors: ['proof_needed', 'entity_not_found', 'administrator_only', 'power_exceeded'],
})

export const resetFactors = defineCall({
  name: 'resetFactors',
  method: 'DELETE',
  path: `${room}/{id}/factors`,
  access: 'user/update',
  summary:
    'Take the second factors of a user away who lost them all: codes, recovery codes, passkeys; ends all sessions',
  source: 'decision 0065',
  input: z.object({ id }),
  answers: z.object({ id: z.number() }),
  errors: ['proof_needed', 'entity_not_found', 'administrator_only', 'power_exceeded'],
})

export const rotateSecret = defineCall({
  name: 'rotateSecret',
  method: 'POST',
  path: `${room}/{id}/secret`,
  access: 'application/update',
  summary: 'Give an application a new secret, shown only now; the previous one stays valid for some hours',
  source: 'decision 0069',
  input: z.object({
    id,
    /** 0: the secret before is refused at once, and its sessions end. */
    overlapHours: int.min(0).max(720).default(24),
  }),
  answers: z.object({ key: z.string(), secret: z.string(), previousUntil: z.string().nullable() }),
  errors: ['proof_needed', 'entity_not_found', 'administrator_only', 'power_exceeded'],
})

export const deleteAccount = defineCall({
  name: 'deleteAccount',
  method: 'DELETE',
  path: `${room}/{id}`,
  access: 'user/delete',
  summary: 'Delete a user or an application; what it owns goes to a chosen user, or it is refused',
  source: 'decision 0069',
  input: z.object({ id, transferTo: id.optional() }),
  answers: z.object({ deletedId: z.number() }),
  errors: [
    'entity_not_found',
    'account_owns',
    'entity_in_use',
    'last_administrator',
    'administrator_only',
    'power_exceeded',
    'invalid_parameter',
  ],
})
