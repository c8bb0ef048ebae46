import type { RequestFacts } from '../../access/context.ts'
import type { Services } from '../../ground/services.ts'
import { anonymous, type Identity } from '../../access/identity.ts'
import { accountOf } from './account.ts'
import { sessionCookie } from './session-cookies.ts'
import { selectSession } from './session.sql.ts'
import { noteSeen } from './note-use.ts'
import { hashToken } from './tokens.ts'

/**
 * Who makes a request: by the bearer token, else by the session's cookie. Whoever carries a token that is
 * no longer valid (ended, revoked, unknown, its account disabled or gone) is anonymous with `sessionGone`.
 */
export async function identify(
  services: Pick<Services, 'database' | 'sessionCaches'>,
  request: RequestFacts,
): Promise<Identity> {
  const bearer = bearerOf(request.authorization)
  const token = bearer ?? request.cookies[sessionCookie]
  if (!token) return anonymous
  const row = await selectSession(services.database, hashToken(token))
  if (!row) return { kind: 'anonymous', sessionGone: true }
  noteSeen(services, row.family)
  const account = accountOf(row)
  const { key_id, key_login, calls_per_minute, calls_per_day } = row
  return {
    ...account,
    ...(key_login === null ? {} : { login: key_login }),
    ...(key_id === null
      ? {}
      : { application: { keyId: key_id, callsPerMinute: calls_per_minute, callsPerDay: calls_per_day } }),
    session: { key: row.family, csrfToken: row.csrf_token, cookie: bearer === undefined },
  }
}

/** A basic authorisation is a share's password and no session's. */
function bearerOf(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+)\s*$/i.exec(authorization ?? '')?.[1]
}
