import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { jsonOr } from '../parameters.ts'

/** What browsers and authenticators say to each other. @source W3C WebAuthn Level 3: JSON forms */
const WebAuthnJson = z.record(z.string(), z.unknown())

/** How somebody who is signed in can prove again who they are. */
const ProofMethod = z.enum(['password', 'totp', 'recovery', 'passkey'])

/**
 * `provenUntil`: until when the last proof counts; null where there is none that does. `providers`: where to
 * go to prove it by signing in again with single sign-on, which comes back to the page that `relativeURL` in
 * the address names.
 */
export const Proof = z.object({
  provenUntil: z.iso.datetime().nullable(),
  methods: z.array(ProofMethod),
  providers: z.array(z.object({ id: z.string(), name: z.string(), url: z.string() })),
})
export type Proof = z.output<typeof Proof>

export const getProof = defineCall({
  name: 'getProof',
  method: 'GET',
  path: '/rest/profil/me/proof',
  access: 'signed-in',
  summary: 'Until when the last proof of identity counts, and how to give another',
  source: 'decision 0111',
  input: z.object({}),
  answers: Proof,
  errors: [],
})

export const startPasskeyProof = defineCall({
  name: 'startPasskeyProof',
  method: 'POST',
  path: '/rest/profil/me/proof/passkey',
  access: 'signed-in',
  summary: 'What a browser needs to ask for an own passkey as a proof',
  source: 'decision 0111; W3C WebAuthn Level 3',
  input: z.object({}),
  answers: z.object({ challenge: z.string(), options: WebAuthnJson }),
  errors: ['access_denied'],
})

export const proveIdentity = defineCall({
  name: 'proveIdentity',
  method: 'POST',
  path: '/rest/profil/me/proof',
  access: 'signed-in',
  summary:
    'Prove again who is signed in, by the password, a code or a passkey: factors, password and e-mail can be changed for ten minutes',
  source: 'decision 0111',
  input: z.object({
    password: z.string().max(1000).optional(),
    code: z.string().trim().max(100).optional(),
    /** Of `startPasskeyProof`, with what the authenticator answered. */
    challenge: z.string().max(200).optional(),
    response: jsonOr(WebAuthnJson).optional(),
  }),
  answers: z.object({ provenUntil: z.iso.datetime() }),
  errors: [
    'invalid_parameter',
    'sign_in_failed',
    'second_factor_failed',
    'second_factor_not_set',
    'challenge_gone',
    'passkey_refused',
    'too_many_guesses',
  ],
})
