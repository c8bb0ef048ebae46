import type { Context } from '../../access/context.ts'
import { recordAudit } from '../../access/audit/record-audit.ts'
import { selectAnyAccount } from '../session/credentials.sql.ts'
import { notifyPerson, type SecurityChange } from '../session/notify-person.ts'

/** A change of the second factors of a person by that person. */
type FactorChange = Exclude<
  SecurityChange,
  'passwordChanged' | 'passwordReset' | 'emailChanged' | 'factorsReset'
>

/**
 * Records a change of a person's second factors in the audit log and notifies them, in its transaction. Where
 * a factor is set up before the first session, the request is nobody's: whoever proved the password did it.
 * @source decision 0111
 */
export async function noteFactor(
  context: Context,
  userId: number,
  change: FactorChange,
  passkey?: string,
): Promise<void> {
  const row = await selectAnyAccount(context.database, userId)
  const name = row?.props['name']
  const person = { kind: 'user', id: userId, name: typeof name === 'string' ? name : '' } as const
  await recordAudit(context, context.database, {
    kind: `factor.${change}`,
    ...(context.identity.kind === 'anonymous' ? { actor: person } : {}),
    target: { resource: 'user', id: userId, name: person.name },
    ...(passkey === undefined ? {} : { after: { name: passkey } }),
  })
  await notifyPerson(context, userId, change)
}
