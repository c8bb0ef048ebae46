import { isApiError } from '@cartouche/client'

/** How a person can confirm who they are. */
export type FactorMethod = 'totp' | 'recovery' | 'passkey'

/** Where a sign-in stands: who it is, a new password first, a second factor, or one to be set up. */
export type SignInStep =
  | { readonly kind: 'start' }
  | { readonly kind: 'password-change'; readonly login: string; readonly password: string }
  | { readonly kind: 'factor'; readonly challenge: string; readonly methods: readonly FactorMethod[] }
  | { readonly kind: 'enrolment'; readonly challenge: string }

/** The step that a failure of a sign-in leads to; undefined where it is a failure. */
export function stepAfter(error: unknown): SignInStep | undefined {
  if (isApiError(error, 'second_factor_needed'))
    return {
      kind: 'factor',
      challenge: String(error.data['challenge']),
      methods: methodsOf(String(error.data['methods'])),
    }
  if (isApiError(error, 'second_factor_enrolment_needed'))
    return { kind: 'enrolment', challenge: String(error.data['challenge']) }
  return undefined
}

/** The step that a single sign-on goes on with: it stands behind the hash of the address. */
export function stepOfHash(hash: string): SignInStep {
  const asked = new URLSearchParams(hash.replace(/^#/, ''))
  const challenge = asked.get('challenge')
  if (!challenge) return { kind: 'start' }
  if (asked.get('code') === 'second_factor_enrolment_needed') return { kind: 'enrolment', challenge }
  return asked.get('code') === 'second_factor_needed'
    ? { kind: 'factor', challenge, methods: methodsOf(asked.get('methods') ?? '') }
    : { kind: 'start' }
}

function methodsOf(text: string): FactorMethod[] {
  return text
    .split(',')
    .filter(
      (method): method is FactorMethod => method === 'totp' || method === 'recovery' || method === 'passkey',
    )
}
