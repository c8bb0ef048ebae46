import type { Context } from '../access/context.ts'
import type { AccountHooks, EntityWrite } from '../model/schemas/model-hooks.ts'
import { createProfileEntity, isAccount } from './accounts/create-profile.ts'
import { guardAccount, guardDeletion } from './accounts/guard-account.ts'
import { announce } from './live/announce.ts'
import { refuseRuledField } from './roles/refuse-ruled-field.ts'
import { requireProof } from './session/require-proof.ts'
import { isSameEmail, notifyPerson } from './session/notify-person.ts'

/** What accounts and roles do when entities and schemas change. */
export const modelHooks: AccountHooks = {
  afterWrite: async (context, write) => {
    await guardAccount(context, write)
    await checkEmail(context, write)
  },
  beforeDelete: guardDeletion,
  afterFieldRemoved: refuseRuledField,
  afterPairing: async (database, ids) => {
    for (const id of ids) await announce(database, { kind: 'livePhoto', resource: 'asset', id }, 'everyone')
  },
  createAccount: async (context, schema, json, isSimulated) =>
    isAccount(schema, json, isSimulated) ? createProfileEntity(context, json) : undefined,
}

/**
 * People are notified and found again by mail: its address is changed by whoever has just proved who they
 * are, and both addresses get a mail.
 * @source decision 0111
 */
async function checkEmail(context: Context, { resource, id, before, after }: EntityWrite): Promise<void> {
  if (resource !== 'user' || !before || !after || isSameEmail(before['email'], after['email'])) return
  await requireProof(context)
  const formerEmail = typeof before['email'] === 'string' ? before['email'] : undefined
  await notifyPerson(context, id, 'emailChanged', { formerEmail })
}
