import { randomInt } from 'node:crypto'
import type { Database } from '../../ground/database/database.ts'
import { hashToken } from '../session/tokens.ts'
import { replaceRecoveryCodes } from './factors.sql.ts'

/**
 * Without capitals and without what is mistaken for something else when copied by hand: 16 characters of them
 * have 79 bits, so that a fast hash is enough.
 */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'
const codesAtOnce = 10

/**
 * Makes ten recovery codes in place of those before, and keeps their hashes.
 * @returns the codes, to be shown once
 */
export async function createRecoveryCodes(database: Database, userId: number): Promise<string[]> {
  const codes = Array.from({ length: codesAtOnce }, createCode)
  await replaceRecoveryCodes(database, userId, codes.map(hashRecoveryCode))
  return codes
}

/** What is kept of a recovery code; capitals, spaces and dashes do not count. */
export function hashRecoveryCode(code: string): string {
  return hashToken(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
}

function createCode(): string {
  const createGroup = (): string =>
    Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return Array.from({ length: 4 }, createGroup).join('-')
}
