import { hash, verify, type Options } from '@node-rs/argon2'
import { limitHashing } from './limit-hashing.ts'
import { createToken } from './tokens.ts'

/**
 * Argon2id, which is the library's default algorithm.
 * @source OWASP Password Storage: 19 MiB of memory, 2 passes, 1 lane
 */
const strength: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

let nobody: Promise<string> | undefined

/**
 * Hashes a password to be kept: Argon2id in PHC form, with a salt of its own.
 * @throws unavailable under a flood
 */
export function hashPassword(password: string): Promise<string> {
  return limitHashing(() => hash(normalize(password), strength))
}

/**
 * Whether a password is the one that was hashed. Without a hash (an unknown login) the answer is no, and
 * takes as long. Waits for no turn: `tryPassword` does.
 */
export async function matchesHash(password: string, passwordHash: string | null): Promise<boolean> {
  // Nobody knows this password, and its hash costs what the others cost.
  nobody ??= hash(createToken(), strength)
  const right = await verify(passwordHash ?? (await nobody), normalize(password))
  return right && passwordHash !== null
}

/** The same password typed on another system must give the same bytes. @source NIST SP 800-63B §3.1.1.2 */
function normalize(password: string): string {
  return password.normalize('NFKC')
}
