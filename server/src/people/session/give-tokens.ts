import type { SessionTokens } from '@cartouche/contract'
import type { Database } from '../../ground/database/database.ts'
import { insertSession, type NewSession } from './session.sql.ts'
import { createToken, hashToken } from './tokens.ts'

/**
 * Makes a pair of tokens and keeps their hashes. `renewableSeconds`: how long from now the session can be
 * renewed.
 */
export async function giveTokens(
  database: Database,
  session: Omit<NewSession, 'accessHash' | 'refreshHash'>,
): Promise<{ tokens: SessionTokens; renewableSeconds: number }> {
  const accessToken = createToken()
  const refreshToken = createToken()
  const { iat, exp, refresh_seconds } = await insertSession(database, {
    ...session,
    accessHash: hashToken(accessToken),
    refreshHash: hashToken(refreshToken),
  })
  return {
    tokens: { tokenType: 'Bearer', accessToken, refreshToken, iat, exp, csrfToken: session.csrfToken },
    renewableSeconds: refresh_seconds,
  }
}
