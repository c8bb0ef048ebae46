import { ApiError } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { requirePerson } from '../../access/decide.ts'
import { requireProof } from '../session/require-proof.ts'
import { selectChallenge, updateChallenge } from '../session/challenges.sql.ts'

/**
 * Who sets a second factor up: the person of the session, or the one who has proved the password and is let
 * in after the enrolment alone.
 * @throws sign_in_needed, session_gone, access_denied, proof_needed; challenge_gone
 */
export async function requireEnrolling(context: Context, challenge: string | undefined): Promise<number> {
  if (challenge === undefined) {
    const { id } = requirePerson(context.identity)
    await requireProof(context)
    return id
  }
  const found = await selectChallenge(context.database, challenge, 'enrolment')
  // A factor was set up with it already: another one needs the session.
  if (!found?.user_id || found.data['proven'] === true) throw new ApiError('challenge_gone')
  return found.user_id
}

/** The enrolment is done: its challenge is good for one sign-in. */
export async function markEnrolled(context: Context, challenge: string | undefined): Promise<void> {
  if (challenge !== undefined) await updateChallenge(context.database, challenge, { proven: true })
}
