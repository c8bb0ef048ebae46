import type { Surfer } from '@cartouche/contract/wire'
import { nounError } from '../failure.ts'
import { sessionErrors } from './session-errors.ts'
import type { SessionSnapshot } from './session-snapshot.ts'

/**
 * Who is signed in, for what makes sense only with somebody: below the sign-in of an application.
 * @throws user_unknown
 * @source portal §8 Library messages
 */
export function signedInUser({ user }: Pick<SessionSnapshot, 'user'>): Surfer {
  if (!user) throw nounError(sessionErrors, 'user_unknown')
  return user
}
