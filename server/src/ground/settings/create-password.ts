import { randomInt } from 'node:crypto'

/**
 * A password: four groups of four, without capitals and without what is mistaken for something else when
 * copied by hand: 79 bits.
 */
export function createPassword(): string {
  const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'
  const createGroup = (): string =>
    Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return Array.from({ length: 4 }, createGroup).join('-')
}
