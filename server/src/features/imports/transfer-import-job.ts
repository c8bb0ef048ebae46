import { ApiError } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { considerGrants } from '../../access/decide.ts'
import { findUsers } from '../../people/accounts/find-users.ts'
import { deleteImportNotices } from '../../people/notifications/imports.sql.ts'
import { notify } from '../../people/notifications/notify.ts'
import { findAccount, type Account } from '../../people/session/account.ts'
import type { JobRow } from './import-jobs.sql.ts'

/**
 * The active user, visible to whoever asks, who may own imports: that is, create some.
 * @throws invalid_parameter
 * @source data-layer §6; decision 0140
 */
export async function findImporter(context: Context, id: number): Promise<Account> {
  await findUsers(context, [id], 'jobowner')
  const account = await findAccount(context.database, { kind: 'user', id })
  if (account && considerGrants(account, 'massimportjob', 'create').scope.rows.kind !== 'none') return account
  throw new ApiError('invalid_parameter', {
    parameter: 'jobowner',
    reason: `user ${id} is not active or may not create imports`,
  })
}

/** Notifies the former and the new owner that an import changed hands, in the transaction that does it. */
export async function notifyTransfer(
  { database, identity }: Context,
  { id, name, owner_id: formerId }: JobRow,
  owner: Account,
): Promise<void> {
  const by = identity.kind === 'user' ? identity.name : 'Cartouche'
  await deleteImportNotices(database, formerId, id)
  await notify(database, [owner.id], {
    type: 'share',
    link: `/import?job=${id}`,
    data: { jobId: id },
    title: {
      en: `${by} made you the owner of the import “${name}”`,
      fr: `${by} vous a transmis l’import « ${name} »`,
    },
  })
  await notify(database, [formerId], {
    type: 'share',
    link: '/import',
    data: { jobId: id },
    title: {
      en: `${by} made ${owner.name} the owner of your import “${name}”`,
      fr: `${by} a transmis votre import « ${name} » à ${owner.name}`,
    },
  })
}
