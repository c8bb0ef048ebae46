import { randomInt } from 'node:crypto'
import { requireGoodPassword } from '../../people/session/password-rules.ts'

/**
 * The password of a new link: one's own, or one that is made where none is given and one is asked for;
 * undefined: none.
 * @throws password_too_weak
 */
export function choosePassword({
  askForPassword,
  password,
}: {
  readonly askForPassword?: boolean | undefined
  readonly password?: string | undefined
}): string | undefined {
  const isGiven = password !== undefined && password !== ''
  if (!(askForPassword ?? isGiven)) return undefined
  if (!isGiven) return createPassword()
  requireGoodPassword(password, { login: '' })
  return password
}

/**
 * Three groups of four, without capitals and without what is mistaken for something else when read out: 59
 * bits, behind a limit of guesses.
 */
function createPassword(): string {
  const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'
  const createGroup = (): string =>
    Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return Array.from({ length: 3 }, createGroup).join('-')
}
