import { ApiError } from '@cartouche/contract'
import { sql } from 'kysely'
import type { Services } from '../../ground/services.ts'
import { organisationOf } from '../../people/branding/read-branding.ts'
import type { Database } from '../../ground/database/database.ts'
import { announce } from '../../people/live/announce.ts'
import { dayText } from '../../ground/day-text.ts'
import { composeMail } from '../../ground/mail/compose-mail.ts'
import { isMailAddress, sendMail } from '../../ground/mail/send-mail.ts'
import { notify } from '../../people/notifications/notify.ts'
import type { AccountKey } from '../../people/session/credentials.sql.ts'
import { archiveAddress } from './own-archives.ts'

/**
 * An archive whose maker is notified. `mailBaseUrl`: by mail too, with an address of this server;
 * null: not.
 */
interface NotifiedArchive {
  readonly uuid: string
  readonly name: string
  readonly maker: AccountKey
  readonly shareId: string | null
  readonly mailBaseUrl: string | null
  readonly expiresAt: Date
}

/**
 * Refuses to promise a mail to whoever has no address.
 * @throws email_missing
 */
export async function requireMailAddress(database: Database, maker: AccountKey): Promise<void> {
  if (!isMailAddress((await findReader(database, maker)).email)) throw new ApiError('email_missing')
}

/**
 * Announces on the screens of its maker that an archive is ready, or that there will be none. Visitors of a
 * share look for themselves.
 */
export async function announceArchive(
  database: Database,
  { uuid, maker, shareId }: Pick<NotifiedArchive, 'uuid' | 'maker' | 'shareId'>,
): Promise<void> {
  if (shareId === null && maker.kind === 'user')
    await announce(database, { kind: 'archive', uuid }, [maker.id])
}

/**
 * Notifies the maker that an archive is ready: on the screen, and by mail and notification where that was
 * wished. In the transaction that makes it ready.
 */
export async function notifyMaker(
  services: Services,
  database: Database,
  archive: NotifiedArchive,
): Promise<void> {
  await announceArchive(database, archive)
  const { maker, mailBaseUrl, name } = archive
  if (mailBaseUrl === null || maker.kind !== 'user') return
  const { email, locale } = await findReader(database, maker)
  await sendMail(services, database, {
    to: email,
    ...(locale.startsWith('fr') ? french : english)(
      archive,
      archiveAddress(mailBaseUrl, archive.uuid),
      await organisationOf({ database, settings: services.settings }),
    ),
  })
  await notify(database, [maker.id], {
    type: 'download_ready',
    title: { en: `Your download “${name}” is ready`, fr: `Votre téléchargement « ${name} » est prêt` },
    link: '/downloads',
    data: { uuid: archive.uuid },
  })
}

async function findReader(
  database: Database,
  { kind, id }: AccountKey,
): Promise<{ email: string; locale: string }> {
  const {
    rows: [row],
  } = await sql<{ email: string; locale: string }>`
    select coalesce(props ->> 'email', '') email, coalesce(props ->> 'locale', 'en') locale from entity where resource = ${kind} and id = ${id}`.execute(
    database,
  )
  return row ?? { email: '', locale: 'en' }
}

type MailTemplate = (
  archive: NotifiedArchive,
  url: string,
  organisation: string,
) => { subject: string; text: string; html: string }

const english: MailTemplate = ({ name, expiresAt }, url, organisation) => ({
  subject: `Your download “${name}” is ready`,
  ...composeMail({
    paragraphs: [`The download “${name}” that you asked for is ready.`],
    action: { label: 'Download', url },
    note: `The link expires on ${dayText('en', expiresAt)}. Anyone with the link can download the files. Sent by ${organisation}.`,
  }),
})

const french: MailTemplate = ({ name, expiresAt }, url, organisation) => ({
  subject: `Votre téléchargement « ${name} » est prêt`,
  ...composeMail({
    paragraphs: [`Le téléchargement « ${name} » que vous avez demandé est prêt.`],
    action: { label: 'Télécharger', url },
    note: `Le lien expire le ${dayText('fr', expiresAt)}. Toute personne qui a le lien peut télécharger les fichiers. Envoyé par ${organisation}.`,
  }),
})
