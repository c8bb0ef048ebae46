import type { RequestFacts } from '../../access/context.ts'
import { networkOf } from '../../access/network-of.ts'
import type { Services } from '../../ground/services.ts'
import { limitGuesses } from '../../people/session/limit-guesses.ts'
import { tryPassword } from '../../people/session/try-password.ts'

/** A link that somebody tries to open. */
export interface GuessedLink {
  readonly kind: 'share' | 'page-link'
  readonly id: string
  readonly passwordHash: string
}

/**
 * Tries the password of a link. One that was right before is not hashed again. Guesses are counted for each
 * link and network, as a stranger who guesses must not lock the invited out; and in total, as networks are
 * cheap.
 * @throws too_many_guesses: whoever is blocked gets this, with the right password too; unavailable
 */
export async function tryLinkPassword(
  { database, shareCaches: { passwords } }: Pick<Services, 'database' | 'shareCaches'>,
  { address }: RequestFacts,
  { kind, id, passwordHash }: GuessedLink,
  password: string,
): Promise<boolean> {
  const total = `${kind}/${id}`
  const guess = { subject: `${total}/${networkOf(address)}`, address, total }
  const isRight = await (passwords.has(passwordHash, password)
    ? limitGuesses(database, guess, async () => true)
    : tryPassword(database, guess, password, passwordHash))
  if (isRight) passwords.add(passwordHash, password)
  return isRight
}
