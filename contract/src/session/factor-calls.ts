import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { flag, int, jsonOr } from '../parameters.ts'
import { SessionTokens } from './session-calls.ts'

/** Stands for a sign-in or an enrolment under way. */
const challenge = z.string().min(1).max(200)
/** Six digits of an authenticator application, or a recovery code; spaces and dashes do not count. */
const code = z.string().trim().min(1).max(100)
const SessionOptions = z.object({
  exp: int.min(60).max(86_400).optional(),
  sessionauth: flag.optional(),
  cookieauth: flag.optional(),
})
/** What browsers and authenticators say to each other. @source W3C WebAuthn Level 3: JSON forms */
const WebAuthnJson = z.record(z.string(), z.unknown())
/** In place of a session, where `second_factor_enrolment_needed` was answered. */
const Enrolling = z.object({ challenge: challenge.optional() })

/**
 * A passkey as its owner sees it. `isSynced`: it lives with the person's account, on all of their devices.
 * `isUsable`: it is for the address of this server.
 */
export const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  isSynced: z.boolean(),
  isUsable: z.boolean(),
  createdAt: z.iso.datetime(),
  usedAt: z.iso.datetime().nullable(),
})
export type Passkey = z.output<typeof Passkey>

/** Second factors of a person. `required`: this server lets nobody in without one. */
export const Factors = z.object({
  totp: z.boolean(),
  recoveryCodesLeft: z.number(),
  passkeys: z.array(Passkey),
  required: z.boolean(),
})
export type Factors = z.output<typeof Factors>
const FactorsAnswer = z.object({ response: z.object({ data: Factors }) })
const recoveryCodes = z.array(z.string()).describe('Ten codes, each valid once; shown now and never again')

const enrolmentErrors = ['sign_in_needed', 'challenge_gone', 'proof_needed'] as const

export const signInWithFactor = defineCall({
  name: 'signInWithFactor',
  method: 'POST',
  path: '/rest/signin/factor',
  access: 'public',
  startsSession: true,
  status: 201,
  summary: 'Finish a sign-in by a code, after second_factor_needed; without one, after an enrolment',
  source: 'decision 0065',
  input: SessionOptions.extend({ challenge, code: code.optional() }),
  answers: SessionTokens,
  errors: ['challenge_gone', 'second_factor_failed', 'too_many_guesses', 'password_change_needed'],
})

export const getPasskeyRequest = defineCall({
  name: 'getPasskeyRequest',
  method: 'POST',
  path: '/rest/signin/passkey/options',
  access: 'public',
  startsSession: true,
  summary:
    'What a browser needs to ask for a passkey; with the challenge of a sign-in, for one of that person',
  source: 'decision 0065; W3C WebAuthn Level 3',
  input: z.object({ challenge: challenge.optional() }),
  answers: z.object({ challenge: z.string(), options: WebAuthnJson }),
  errors: ['challenge_gone'],
})

export const signInWithPasskey = defineCall({
  name: 'signInWithPasskey',
  method: 'POST',
  path: '/rest/signin/passkey',
  access: 'public',
  startsSession: true,
  status: 201,
  summary: 'Sign in by a passkey alone, or as a second factor',
  source: 'decision 0065',
  input: SessionOptions.extend({ challenge, response: jsonOr(WebAuthnJson) }),
  answers: SessionTokens,
  errors: ['challenge_gone', 'passkey_refused', 'sign_in_failed', 'password_change_needed'],
})

export const getFactors = defineCall({
  name: 'getFactors',
  method: 'GET',
  path: '/rest/profil/me/factors',
  access: 'signed-in',
  summary: 'The own second factors',
  source: 'decision 0065',
  input: z.object({}),
  answers: FactorsAnswer,
  errors: [],
})

export const startTotp = defineCall({
  name: 'startTotp',
  method: 'POST',
  path: '/rest/profil/me/totp',
  access: 'public',
  summary:
    'Begin to set up codes of an authenticator application: secret, address, and its QR code as a data address',
  source: 'decision 0065; RFC 6238',
  input: Enrolling,
  answers: z.object({ secret: z.string(), address: z.string(), picture: z.string() }),
  errors: [...enrolmentErrors, 'action_not_possible'],
})

export const confirmTotp = defineCall({
  name: 'confirmTotp',
  method: 'POST',
  path: '/rest/profil/me/totp/confirm',
  access: 'public',
  summary: 'Set up the codes by proving the first one; answers the recovery codes',
  source: 'decision 0065',
  input: Enrolling.extend({ code }),
  answers: z.object({ recoveryCodes }),
  errors: [...enrolmentErrors, 'second_factor_failed', 'second_factor_not_set', 'too_many_guesses'],
})

export const deleteTotp = defineCall({
  name: 'deleteTotp',
  method: 'DELETE',
  path: '/rest/profil/me/totp',
  access: 'signed-in',
  summary: 'Take the codes and the recovery codes away, proving one of them',
  source: 'decision 0065',
  input: z.object({ code }),
  answers: FactorsAnswer,
  errors: ['second_factor_failed', 'second_factor_not_set', 'second_factor_last', 'too_many_guesses'],
})

export const renewRecoveryCodes = defineCall({
  name: 'renewRecoveryCodes',
  method: 'POST',
  path: '/rest/profil/me/recoverycodes',
  access: 'signed-in',
  summary: 'Make ten new recovery codes in place of the old ones, proving a code',
  source: 'decision 0065',
  input: z.object({ code }),
  answers: z.object({ recoveryCodes }),
  errors: ['second_factor_failed', 'second_factor_not_set', 'too_many_guesses'],
})

export const getPasskeyCreation = defineCall({
  name: 'getPasskeyCreation',
  method: 'POST',
  path: '/rest/profil/me/passkeys/options',
  access: 'public',
  summary: 'What a browser needs to make a passkey',
  source: 'decision 0065',
  input: Enrolling,
  answers: z.object({ registration: z.string(), options: WebAuthnJson }),
  errors: [...enrolmentErrors],
})

export const createPasskey = defineCall({
  name: 'createPasskey',
  method: 'POST',
  path: '/rest/profil/me/passkeys',
  access: 'public',
  status: 201,
  summary: 'Add the passkey that a browser made',
  source: 'decision 0065',
  input: Enrolling.extend({
    registration: challenge,
    response: jsonOr(WebAuthnJson),
    name: z.string().trim().max(100).default(''),
  }),
  answers: z.object({ response: z.object({ data: Passkey }) }),
  errors: [...enrolmentErrors, 'passkey_refused'],
})

const passkeyId = z.string().regex(/^[\w-]{1,2000}$/, 'the id of a passkey is expected')

export const updatePasskey = defineCall({
  name: 'updatePasskey',
  method: 'PATCH',
  path: '/rest/profil/me/passkeys/{id}',
  access: 'signed-in',
  summary: 'Name a passkey',
  source: 'decision 0065',
  input: z.object({ id: passkeyId, name: z.string().trim().min(1).max(100) }),
  answers: z.object({ response: z.object({ data: Passkey }) }),
  errors: ['passkey_not_found', 'proof_needed'],
})

export const deletePasskey = defineCall({
  name: 'deletePasskey',
  method: 'DELETE',
  path: '/rest/profil/me/passkeys/{id}',
  access: 'signed-in',
  summary: 'Take a passkey away: it signs nobody in any more',
  source: 'decision 0065',
  input: z.object({ id: passkeyId }),
  answers: FactorsAnswer,
  errors: ['passkey_not_found', 'second_factor_last', 'proof_needed'],
})
