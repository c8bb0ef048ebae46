import { ApiError } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { proofMinutes, selectProvenUntil } from './proofs.sql.ts'
import { requireSignedIn } from '../../access/decide.ts'

/**
 * Refuses to change how an account is entered in a session whose person has not proved who they are for ten
 * minutes: a session that was stolen must not become an account that was.
 * @throws proof_needed, sign_in_needed, session_gone, access_denied
 * @source decision 0111
 */
export async function requireProof(context: Context): Promise<void> {
  const { session } = requireSignedIn(context.identity)
  if (!(await selectProvenUntil(context.database, session.key)))
    throw new ApiError('proof_needed', { minutes: proofMinutes })
}
