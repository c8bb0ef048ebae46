import { sql } from 'kysely'
import type { Database } from '../../ground/database/database.ts'
import { composeMail } from '../../ground/mail/compose-mail.ts'
import { sendMail } from '../../ground/mail/send-mail.ts'
import type { Services } from '../../ground/services.ts'
import { organisationOf } from '../branding/read-branding.ts'
import type { Notice } from './notice.ts'
import { notify } from './notify.ts'

/** A notice that is mailed as well. */
export interface MailedNotice extends Notice {
  /** What the mail says beside the title, in the words of the person who wrote it. */
  readonly quoted?: string
  /** Address of this server, as whoever causes it knows it. */
  readonly baseUrl: string
}

/**
 * Notifies users by a notification and, where they have an address, by mail in their language, in the
 * transaction of `database`.
 */
export async function notifyByMail(
  services: Services,
  database: Database,
  to: readonly number[],
  { quoted = '', baseUrl, ...notice }: MailedNotice,
): Promise<void> {
  if (to.length === 0) return
  await notify(database, to, notice)
  const organisation = await organisationOf({ database, settings: services.settings })
  const { rows } = await sql<{ email: string; locale: string | null }>`
    select e.props ->> 'email' email, e.props ->> 'locale' locale from entity e
    where e.resource = 'user' and e.id = any(${[...new Set(to)]}::bigint[]) and coalesce(e.props ->> 'email', '') <> ''`.execute(
    database,
  )
  for (const { email, locale } of rows) {
    const language = locale?.startsWith('fr') ? 'fr' : 'en'
    const [label, sentBy] = words[language]
    await sendMail(services, database, {
      to: email,
      subject: notice.title[language],
      ...composeMail({
        paragraphs: [notice.title[language], ...(quoted === '' ? [] : [quoted])],
        action: { label, url: `${baseUrl}${notice.link}` },
        note: `${sentBy} ${organisation}.`,
      }),
    })
  }
}

const words = { en: ['Open', 'Sent by'], fr: ['Ouvrir', 'Envoyé par'] } as const
