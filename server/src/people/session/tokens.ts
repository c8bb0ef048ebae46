import { createHash, randomBytes } from 'node:crypto'

/** A new secret that nobody can guess: 256 random bits as 43 characters of base64url. */
export function createToken(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * What is kept of a token: its SHA-256 as 64 hexadecimal digits. A token is random, so it needs no slow hash.
 */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
