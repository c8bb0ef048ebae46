import type { CallAnswer, CallInput, Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { isSwitchedOff } from '../session/credentials.sql.ts'

const messages = {
  en: (name: string) => `The application ${name} is switched off for the moment. Ask your administrator.`,
  fr: (name: string) =>
    `L’application ${name} est désactivée pour le moment. Demandez à votre administrateur.`,
}

/**
 * Whether an application may be used: not while its account is switched off. One that is not known here is
 * none of ours to stop.
 * @source data-layer §7
 */
export async function getAvailability(
  { database, locale }: Pick<Context, 'database' | 'locale'>,
  { applicationName }: CallInput<Calls['getAvailability']>,
): Promise<CallAnswer<Calls['getAvailability']>> {
  const isOff = applicationName !== '' && (await isSwitchedOff(database, applicationName))
  return {
    available: !isOff,
    message: isOff ? messages[locale.startsWith('fr') ? 'fr' : 'en'](applicationName) : '',
  }
}
