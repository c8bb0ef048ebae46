import { ApiError, type Surfer } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import type { SignedIn } from '../../access/identity.ts'
import { accountOf } from './account.ts'
import { selectAccount } from './credentials.sql.ts'

type Answer = { response: { data: Surfer } }

/**
 * Languages that users write in until they choose; an application writes in none.
 * @source portal §6
 */
const contribLanguages: readonly string[] = ['en', 'fr']

/**
 * Who is signed in.
 * @throws whoami_refused when nobody is; session_gone
 */
export async function whoami(context: Context): Promise<Answer> {
  const { identity } = context
  if (identity.kind === 'visitor' || 'author' in identity) throw new ApiError('whoami_refused')
  if (identity.kind === 'anonymous')
    throw new ApiError(identity.sessionGone ? 'session_gone' : 'whoami_refused')
  return { response: { data: await getCurrentUser(context, identity) } }
}

/**
 * A signed-in identity as clients know it, read again.
 * @throws session_gone when the account has gone since
 */
export async function getCurrentUser({ database }: Context, identity: SignedIn): Promise<Surfer> {
  const row = await selectAccount(database, identity)
  if (!row) throw new ApiError('session_gone')
  const { id, login, name, locale, role, kind } = accountOf(row)
  const email = row.props['email']
  return {
    id,
    login,
    name,
    ...(typeof email === 'string' ? { email } : {}),
    locale: locale.replaceAll('_', '-'),
    role: { id: role.id, name: role.name, watermark: role.watermark },
    application: kind === 'application' ? { id, name } : null,
    isUser: kind === 'user',
    isApp: kind === 'application',
    userdata: {
      contriblangs: kind === 'user' ? languagesOf(row.props['contriblangs']).map((code) => ({ code })) : [],
    },
    grants: [...new Set(role.grants.map(({ resource, action }) => `${resource}/${action}`))].toSorted(),
    ...(identity.session.cookie ? { csrfToken: identity.session.csrfToken } : {}),
  }
}

function languagesOf(chosen: unknown): readonly string[] {
  return Array.isArray(chosen) ? chosen.filter((code) => typeof code === 'string') : contribLanguages
}
