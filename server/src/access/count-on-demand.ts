import { ApiError, isApiError } from '@cartouche/contract'
import type { Context } from './context.ts'
import { identityKey } from './decide.ts'

/** Counts for a caller, by key. @throws too_many_guesses */
export interface OnDemandCount {
  readonly signedIn: (caller: string) => void
  readonly link: (caller: string) => void
}

/**
 * Counts what is made at a caller's request, for people and for whoever has a link alone.
 * @throws the code that is given, with the seconds to wait
 */
export function countOnDemand(
  { identity }: Pick<Context, 'identity'>,
  count: OnDemandCount,
  code: 'too_many_clips' | 'too_many_pictures',
): void {
  const isSignedIn = identity.kind === 'user' || identity.kind === 'application'
  try {
    count[isSignedIn ? 'signedIn' : 'link'](identityKey(identity))
  } catch (error) {
    if (isApiError(error, 'too_many_guesses'))
      throw new ApiError(code, { seconds: error.data['seconds'] ?? 60 })
    throw error
  }
}
