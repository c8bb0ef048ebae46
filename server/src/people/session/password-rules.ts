import { ApiError } from '@cartouche/contract'

/** Characters of a password that a person chooses, at least. */
const minLength = 10

/** Words that passwords are built around most often, in English and French, without accents. */
const commonWords = [
  'password',
  'passwort',
  'passphrase',
  'motdepasse',
  'azerty',
  'azertyuiop',
  'qwerty',
  'qwertyuiop',
  'qwertz',
  'letmein',
  'welcome',
  'bienvenue',
  'bonjour',
  'iloveyou',
  'jetaime',
  'soleil',
  'sunshine',
  'princess',
  'princesse',
  'football',
  'baseball',
  'superman',
  'batman',
  'dragon',
  'monkey',
  'master',
  'shadow',
  'admin',
  'administrator',
  'administrateur',
  'root',
  'test',
  'testtest',
  'demo',
  'changeme',
  'secret',
  'default',
  'login',
  'user',
  'guest',
  'trustno',
  'starwars',
  'pokemon',
  'cartouche',
  'michael',
  'jessica',
  'doudou',
  'loulou',
  'marseille',
  'chocolat',
  'chocolate',
  'nicolas',
  'summer',
  'winter',
  'spring',
  'autumn',
  'hiver',
  'automne',
  'printemps',
  'january',
  'janvier',
]
/** What hands and counting produce without thinking. */
const runs = [
  '01234567890123456789',
  '98765432109876543210',
  'abcdefghijklmnopqrstuvwxyz',
  'zyxwvutsrqponmlkjihgfedcba',
  'qwertyuiopasdfghjklzxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  '1q2w3e4r5t6y7u8i9o0p',
  '1a2z3e4r5t6y7u8i9o0p',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
]
/** Letters that digits and signs stand for. */
const disguises: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/** What a new password is held against. `present`: the one that it takes the place of. */
export interface PasswordContext {
  readonly login: string
  readonly present?: string | undefined
}

/**
 * Checks a password that a person chose: long enough, not the login, not the present one, not one of those
 * that are tried first.
 * @throws password_too_weak with the length that is needed; password_is_login, password_not_new,
 * password_too_common
 * @source decision 0064: length counts, not kinds of characters (NIST SP 800-63B §3.1.1.2)
 */
export function requireGoodPassword(password: string, { login, present }: PasswordContext): void {
  if (Array.from(password).length < minLength) throw new ApiError('password_too_weak', { length: minLength })
  if (fold(password) === fold(login)) throw new ApiError('password_is_login')
  if (present !== undefined && password.normalize('NFKC') === present.normalize('NFKC'))
    throw new ApiError('password_not_new')
  if (isCommon(fold(password), fold(login))) throw new ApiError('password_too_common')
}

function fold(text: string): string {
  return text.trim().normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/**
 * A common word or the login with digits and signs around it, a run of the keyboard, or a short piece again
 * and again.
 */
function isCommon(password: string, login: string): boolean {
  if (
    runs.some((run) => run.includes(password)) ||
    /^(.{1,4})\1+.{0,3}$/u.test(password) ||
    /^\d{1,15}$/.test(password)
  )
    return true
  const words = new Set([
    ...commonWords,
    login,
    ...runs.flatMap((run) => (/^[a-z]+$/.test(run) ? [run.slice(0, 6), run.slice(0, 10)] : [])),
  ])
  const cores = [password, undisguise(password), undisguise(trim(password))].flatMap((text) => [
    trim(text),
    text.replaceAll(/[^a-z]/g, ''),
  ])
  return cores.some((core) => words.has(core) || isTwice(core, words))
}

function trim(text: string): string {
  return text.replaceAll(/^[^a-z]+|[^a-z]+$/g, '')
}

function undisguise(text: string): string {
  return text.replaceAll(/[013457@$!]/g, (sign) => disguises[sign] ?? '')
}

/** The same or two common words side by side: `passwordadmin`. */
function isTwice(core: string, words: ReadonlySet<string>): boolean {
  return Array.from(core).some((_letter, at) => words.has(core.slice(0, at)) && words.has(core.slice(at)))
}
