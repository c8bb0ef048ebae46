import type { Database } from '../../ground/database/database.ts'
import { limitHashing } from './limit-hashing.ts'
import { limitGuesses, type Guess } from './limit-guesses.ts'
import { matchesHash } from './password-hash.ts'

/**
 * Tries a password against its hash; null (nobody has that login) is wrong too, and takes as long. Guesses
 * are limited.
 * @throws too_many_guesses with seconds; unavailable under a flood
 */
export async function tryPassword(
  database: Database,
  guess: Guess,
  password: string,
  passwordHash: string | null,
): Promise<boolean> {
  return limitGuesses(database, guess, () => matchesHash(password, passwordHash), limitHashing)
}
