import { ApiError, SignInMethod, type CallAnswer, type CallInput, type Calls } from '@cartouche/contract'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { compileRows, idsOfRule, type RuleColumns } from '../../access/compile-rows.ts'
import type { Context } from '../../access/context.ts'
import { requireAction, scopeOf } from '../../access/decide.ts'
import type { SignedIn } from '../../access/identity.ts'
import type { RuleField } from '../../access/rule-fields.ts'
import { withTransaction } from '../../ground/database/database.ts'
import { requirePowerOver } from '../roles/require-power-over.ts'
import { selectAnyAccount, type AccountKey } from '../session/credentials.sql.ts'
import { clearSessionCookies } from '../session/session-cookies.ts'
import { deleteFamilyWhere, selectFamilyOwner, selectSessionsOf } from '../session/session-list.sql.ts'
import { requireSignedIn } from '../../access/decide.ts'

/** What row rules of the resource `session` may name. */
const columns: RuleColumns<RuleField<'session'>> = {
  owner: (values) => sql<SqlBool>`(s.entity_id = any(${idsOfRule(values)}::bigint[]))`,
}

/**
 * The sessions of the signed-in user, the last seen first; those of another user for whoever may see
 * sessions.
 * @throws sign_in_needed, session_gone, access_denied
 */
export async function listSessions(
  context: Context,
  { user }: CallInput<Calls['listSessions']>,
): Promise<CallAnswer<Calls['listSessions']>> {
  const self = requireSignedIn(context.identity)
  const sessions = await selectSessionsOf(context.database, whose(self, user, 'view'), within(self, 'view'))
  return {
    response: {
      data: sessions.map(({ family, device, network, method, started_at, seen_at }) => ({
        id: family,
        device,
        network,
        method: SignInMethod.catch('password').parse(method),
        startedAt: started_at.toISOString(),
        seenAt: seen_at.toISOString(),
        own: family === self.session.key,
      })),
    },
  }
}

/**
 * Ends one session: an own one, or one that the role may end.
 * @throws session_not_found, also for a session of somebody else; power_exceeded, administrator_only
 */
export async function endSession(
  context: Context,
  { id }: CallInput<Calls['endSession']>,
): Promise<{ ended: number }> {
  const self = requireSignedIn(context.identity)
  const owner = await selectFamilyOwner(context.database, id, within(self, 'delete'))
  if (owner) await requirePowerOverAccount(context, self, owner)
  if (!owner || !(await deleteFamilyWhere(context.database, id, within(self, 'delete'))))
    throw new ApiError('session_not_found')
  if (id === self.session.key) clearSessionCookies(context)
  return { ended: 1 }
}

/**
 * Ends all sessions but the one of the request; with `all` that one too.
 * @throws access_denied, power_exceeded, administrator_only
 */
export async function endSessions(
  context: Context,
  { user, all }: CallInput<Calls['endSessions']>,
): Promise<{ ended: number }> {
  const self = requireSignedIn(context.identity)
  const account = whose(self, user, 'delete')
  await requirePowerOverAccount(context, self, account)
  const ended = await withTransaction(context.database, async (transaction) => {
    const chosen = (await selectSessionsOf(transaction, account, within(self, 'delete'))).filter(
      ({ family }) => all || family !== self.session.key,
    )
    const done = await Promise.all(
      chosen.map(({ family }) => deleteFamilyWhere(transaction, family, within(self, 'delete'))),
    )
    return done.filter(Boolean).length
  })
  if (all && account.kind === self.kind && account.id === self.id) clearSessionCookies(context)
  return { ended }
}

function whose(self: SignedIn, user: number | undefined, action: 'view' | 'delete'): AccountKey {
  if (user === undefined || (self.kind === 'user' && user === self.id))
    return { kind: self.kind, id: self.id }
  requireAction(self, 'session', action)
  return { kind: 'user', id: user }
}

/** Sessions of whoever may do more are theirs, and those of whoever may do as much. */
async function requirePowerOverAccount(context: Context, self: SignedIn, account: AccountKey): Promise<void> {
  if (account.kind === self.kind && account.id === self.id) return
  const row = await selectAnyAccount(context.database, account.id)
  await requirePowerOver(context, [row?.role_id])
}

/** Own sessions, whatever the role grants, and those that it grants beside. */
function within(self: SignedIn, action: 'view' | 'delete'): RawBuilder<SqlBool> {
  return sql<SqlBool>`((s.resource = ${self.kind} and s.entity_id = ${self.id}) or ${compileRows(scopeOf(self, 'session', action), columns)})`
}
