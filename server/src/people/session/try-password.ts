import type { Database } from '../../ground/database/database.ts'
import { limitHashing } from './limit-hashing.ts'
import { limitGuesses, type Guess } from './limit-guesses.ts'
import { matchesHash } from './password-hash.ts'

/**
 * Tries a password against its hash; null (nobody has that login) is wrong too, and takes as long. Guesses
 * are limited. The hash before counts as well, where there is one: of a secret that was changed with an
 * overlap.
 * @throws too_many_guesses with seconds; unavailable under a flood
 */
export async function tryPassword(
  database: Database,
  guess: Guess,
  password: string,
  passwordHash: string | null,
  previousHash: string | null = null,
): Promise<boolean> {
  const matches = async (): Promise<boolean> =>
    (await matchesHash(password, passwordHash)) ||
    (previousHash !== null && matchesHash(password, previousHash))
  return limitGuesses(database, guess, matches, limitHashing)
}
