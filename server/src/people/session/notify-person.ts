import type { Context } from '../../access/context.ts'
import { organisationOf } from '../branding/read-branding.ts'
import { composeMail } from '../../ground/mail/compose-mail.ts'
import { sendMail } from '../../ground/mail/send-mail.ts'
import { notify } from '../notifications/notify.ts'
import { selectAnyAccount } from './credentials.sql.ts'

/** What was changed of how an account is entered. */
export type SecurityChange =
  | 'passwordChanged'
  | 'passwordReset'
  | 'emailChanged'
  | 'factorsReset'
  | 'recoveryCodesRenewed'
  | 'totpAdded'
  | 'totpRemoved'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'passkeyRenamed'

interface Words {
  readonly en: string
  readonly fr: string
}

const changes: Readonly<Record<SecurityChange, Words>> = {
  passwordChanged: { en: 'Your password was changed', fr: 'Votre mot de passe a été modifié' },
  passwordReset: {
    en: 'An administrator reset your password',
    fr: 'Un administrateur a réinitialisé votre mot de passe',
  },
  emailChanged: { en: 'Your e-mail address was changed', fr: 'Votre adresse e-mail a été modifiée' },
  factorsReset: {
    en: 'An administrator removed your second factors',
    fr: 'Un administrateur a supprimé vos seconds facteurs',
  },
  recoveryCodesRenewed: {
    en: 'Your recovery codes were replaced',
    fr: 'Vos codes de secours ont été remplacés',
  },
  totpAdded: {
    en: 'An authenticator app was added to your account',
    fr: 'Une application d’authentification a été ajoutée à votre compte',
  },
  totpRemoved: {
    en: 'The authenticator app was removed from your account',
    fr: 'L’application d’authentification a été retirée de votre compte',
  },
  passkeyAdded: {
    en: 'A passkey was added to your account',
    fr: 'Une clé d’accès a été ajoutée à votre compte',
  },
  passkeyRemoved: {
    en: 'A passkey was removed from your account',
    fr: 'Une clé d’accès a été retirée de votre compte',
  },
  passkeyRenamed: {
    en: 'A passkey of your account was renamed',
    fr: 'Une clé d’accès de votre compte a été renommée',
  },
}

const path = '/account'

/**
 * Notifies a user that how their account is entered was changed: by a notification and, where they have an
 * address, by mail, in the transaction of the change. `formerEmail`: the address before, which gets it, too.
 * @source decision 0111
 */
export async function notifyPerson(
  context: Context,
  userId: number,
  change: SecurityChange,
  { formerEmail }: { readonly formerEmail?: string | undefined } = {},
): Promise<void> {
  const { database, settings, request } = context
  const row = await selectAnyAccount(database, userId)
  const { email, locale } = row?.props ?? {}
  const language = typeof locale === 'string' && locale.startsWith('fr') ? 'fr' : 'en'
  await notify(database, [userId], { type: 'security', title: changes[change], link: path, data: { change } })
  const words = {
    change: changes[change][language],
    login: row?.login ?? '',
    organisation: await organisationOf({ database, settings }),
  }
  const mail = {
    subject: words.change,
    ...composeMail({
      ...sentences[language](words),
      action: { label: labels[language], url: `${request.baseUrl}${path}` },
    }),
  }
  for (const to of addresses(email, formerEmail)) await sendMail(context, database, { to, ...mail })
}

function addresses(...given: readonly unknown[]): Set<string> {
  return new Set(given.filter((one) => typeof one === 'string' && one !== '') as string[])
}

const labels: Words = { en: 'Check your account', fr: 'Vérifier votre compte' }

interface Said {
  readonly change: string
  readonly login: string
  readonly organisation: string
}

const sentences: Readonly<Record<keyof Words, (said: Said) => { paragraphs: string[]; note: string }>> = {
  en: ({ change, login, organisation }) => ({
    paragraphs: [
      `${change} (username: ${login}).`,
      'If this was you, there is nothing to do. If not, change your password, sign out everywhere else, and tell your administrator.',
    ],
    note: `Sent by ${organisation}.`,
  }),
  fr: ({ change, login, organisation }) => ({
    paragraphs: [
      `${change} (identifiant : ${login}).`,
      'Si c’est bien vous, vous n’avez rien à faire. Sinon, changez votre mot de passe, déconnectez vos autres sessions et prévenez votre administrateur.',
    ],
    note: `Envoyé par ${organisation}.`,
  }),
}

/** Whether two values of a user’s e-mail field are the same address; nothing and an empty text are. */
export function isSameEmail(one: unknown, other: unknown): boolean {
  return (one || null) === (other || null)
}
