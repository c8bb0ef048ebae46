import { ApiError, type Recipients } from '@cartouche/contract'
import { sql } from 'kysely'
import type { Context } from '../../access/context.ts'
import type { Services } from '../../ground/services.ts'
import { scopeOf } from '../../access/decide.ts'
import type { SignedIn } from '../../access/identity.ts'
import { organisationOf } from '../../people/branding/read-branding.ts'
import type { Database } from '../../ground/database/database.ts'
import { dayText } from '../../ground/day-text.ts'
import { composeMail } from '../../ground/mail/compose-mail.ts'
import { sendMail } from '../../ground/mail/send-mail.ts'
import { notify } from '../../people/notifications/notify.ts'
import { keepInScope } from '../../model/search/find.ts'
import type { StoredShare } from './shares.sql.ts'
import { searchIn } from '../../model/search/search-in.ts'

/** Somebody who is sent a link. `userId`: who has an account. `locale`: in which language. */
interface Recipient {
  readonly userId: number | null
  readonly email: string | null
  readonly locale: string
}

/**
 * People who are sent a link: users that the sharer may see, and addresses.
 * @throws entity_not_found for a user that the sharer does not see
 */
export async function findRecipients(
  context: Context,
  wanted: Recipients = { users: [], emails: [] },
): Promise<Recipient[]> {
  const { database, identity, locale } = context
  const seen = await keepInScope(await searchIn(context), scopeOf(identity, 'user', 'view'), wanted.users)
  const unseen = wanted.users.find((id) => !seen.includes(id))
  if (unseen !== undefined) throw new ApiError('entity_not_found', { resource: 'user', id: unseen })
  const { rows } = await sql<{ id: number; email: string | null; locale: string | null }>`
    select id, nullif(props ->> 'email', '') email, props ->> 'locale' locale from entity where resource = 'user' and id = any(${seen}::bigint[])
  `.execute(database)
  const users = rows.map((row): Recipient => ({
    userId: row.id,
    email: row.email,
    locale: row.locale ?? locale,
  }))
  const known = new Set(users.map(({ email }) => email?.toLowerCase()))
  return [
    ...users,
    ...wanted.emails
      .filter((email) => !known.has(email))
      .map((email): Recipient => ({ userId: null, email, locale })),
  ]
}

/**
 * Sends the link of a new share: a mail to each address, a notification to each user. The password goes
 * another way.
 */
export async function notifyRecipients(
  services: Services,
  database: Database,
  people: readonly Recipient[],
  {
    share,
    address,
    sharer,
  }: { readonly share: StoredShare; readonly address: string; readonly sharer: SignedIn },
): Promise<void> {
  const organisation = await organisationOf({ database, settings: services.settings })
  for (const { email, locale } of people) {
    if (email === null) continue
    const say = locale.startsWith('fr') ? french : english
    await sendMail(services, database, {
      to: email,
      ...say(share, { address, sharer: sharer.name, organisation }),
    })
  }
  await notify(
    database,
    people.flatMap(({ userId }) =>
      userId === null || (sharer.kind === 'user' && userId === sharer.id) ? [] : [userId],
    ),
    {
      type: 'share',
      title: {
        en: `${sharer.name} shared “${share.name}” with you`,
        fr: `${sharer.name} a partagé « ${share.name} » avec vous`,
      },
      link: `/s/${share.id}`,
      data: { share: share.id },
    },
  )
}

interface MailParams {
  readonly address: string
  readonly sharer: string
  readonly organisation: string
}
type MailTemplate = (
  share: StoredShare,
  params: MailParams,
) => { subject: string; text: string; html: string }

const english: MailTemplate = (share, { address, sharer, organisation }) => ({
  subject: `${sharer} shared “${share.name}” with you`,
  ...composeMail({
    paragraphs: [
      `${sharer} shared “${share.name}” with you.`,
      ...(share.description ? [share.description] : []),
      ...(share.password_hash === null ? [] : [`You need a password to open it. Ask ${sharer} for it.`]),
    ],
    action: { label: share.mode === 'zip' ? 'Download the files' : 'Open the files', url: address },
    note: [
      `The link expires on ${dayText('en', share.expires_at)}.`,
      `Anyone with the link${share.password_hash === null ? '' : ' and the password'} can open it.`,
      `Sent by ${organisation}.`,
    ].join(' '),
  }),
})

const french: MailTemplate = (share, { address, sharer, organisation }) => ({
  subject: `${sharer} a partagé « ${share.name} » avec vous`,
  ...composeMail({
    paragraphs: [
      `${sharer} a partagé « ${share.name} » avec vous.`,
      ...(share.description ? [share.description] : []),
      ...(share.password_hash === null
        ? []
        : [`Un mot de passe est nécessaire pour l’ouvrir. Demandez-le à ${sharer}.`]),
    ],
    action: {
      label: share.mode === 'zip' ? 'Télécharger les fichiers' : 'Ouvrir les fichiers',
      url: address,
    },
    note: [
      `Le lien expire le ${dayText('fr', share.expires_at)}.`,
      `Toute personne qui a le lien${share.password_hash === null ? '' : ' et le mot de passe'} peut l’ouvrir.`,
      `Envoyé par ${organisation}.`,
    ].join(' '),
  }),
})
