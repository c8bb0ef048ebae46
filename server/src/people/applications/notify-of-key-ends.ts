import { administratorRoleId } from '../../access/built-in-roles.ts'
import { withTransaction, type Database } from '../../ground/database/database.ts'
import { dayText } from '../../ground/day-text.ts'
import type { Notice } from '../notifications/notice.ts'
import { notify } from '../notifications/notify.ts'
import { selectAdministrators, takeEndingKeys, type KeyRow } from './keys.sql.ts'

const atOnce = 200

/** Notifies administrators of the keys of applications that end within 14 days, each end once. */
export async function notifyOfKeyEnds(database: Database): Promise<void> {
  for (;;) {
    const notified = await withTransaction(database, async (transaction) => {
      const keys = await takeEndingKeys(transaction, atOnce)
      if (keys.length === 0) return 0
      const people = await selectAdministrators(transaction, administratorRoleId)
      for (const key of keys) await notify(transaction, people, noticeOf(key))
      return keys.length
    })
    if (notified < atOnce) return
  }
}

function noticeOf({ id, application_id, application_name, name, expires_at }: KeyRow): Notice {
  const end = expires_at ?? new Date()
  const [en, fr] = name === '' ? ['', ''] : [` “${name}”`, ` « ${name} »`]
  return {
    type: 'expiry_near',
    title: {
      en: `The key${en} of the application “${application_name}” expires on ${dayText('en', end)}`,
      fr: `La clé${fr} de l’application « ${application_name} » expire le ${dayText('fr', end)}`,
    },
    link: `/administration?section=applications&account=${application_id}`,
    data: { kind: 'key', subject: String(id), endsAt: end.toISOString() },
  }
}
