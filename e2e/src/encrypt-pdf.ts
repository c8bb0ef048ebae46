import { createHash } from 'node:crypto'

/** Encrypts a PDF that opens by a password. */
export interface PdfCipher {
  /** For its trailer. */
  readonly trailer: string
  /** What stands in the stream of an object, by its number. */
  encrypt(objectNumber: number, text: string): Buffer
}

/** @source ISO 32000-1 §7.6.3.3, algorithm 2 */
const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')
const keyBytes = 5
const permissions = -44
const id = Buffer.from('cartouche journeys')

/** The oldest way that PDF has, 40 bits of RC4: enough for a reader to ask for a password. */
export function createPdfCipher(password: string): PdfCipher {
  const padded = Buffer.concat([Buffer.from(password, 'latin1'), padding]).subarray(0, 32)
  const owner = rc4(md5(padded).subarray(0, keyBytes), padded)
  const allowed = Buffer.alloc(4)
  allowed.writeInt32LE(permissions)
  const key = md5(Buffer.concat([padded, owner, allowed, id])).subarray(0, keyBytes)
  const hex = (bytes: Buffer): string => `<${bytes.toString('hex')}>`
  return {
    trailer: `/ID[${hex(id)}${hex(id)}]/Encrypt<</Filter/Standard/V 1/R 2/O${hex(owner)}/U${hex(rc4(key, padding))}/P ${permissions}>>`,
    encrypt(objectNumber, text) {
      const number = Buffer.alloc(keyBytes)
      number.writeUInt32LE(objectNumber)
      return rc4(md5(Buffer.concat([key, number])).subarray(0, keyBytes + 5), Buffer.from(text, 'latin1'))
    },
  }
}

function md5(bytes: Buffer): Buffer {
  return createHash('md5').update(bytes).digest()
}

/** Programs of today have it no longer. */
function rc4(key: Buffer, data: Buffer): Buffer {
  const state = Array.from({ length: 256 }, (_, at) => at)
  const at = (index: number): number => state[index & 255] ?? 0
  const swap = (one: number, other: number): void => {
    const kept = at(one)
    state[one & 255] = at(other)
    state[other & 255] = kept
  }
  for (let index = 0, other = 0; index < 256; index++) {
    other = (other + at(index) + (key[index % key.length] ?? 0)) & 255
    swap(index, other)
  }
  let [one, other] = [0, 0]
  return Buffer.from(
    data.map((byte) => {
      one = (one + 1) & 255
      other = (other + at(one)) & 255
      swap(one, other)
      return byte ^ at(at(one) + at(other))
    }),
  )
}
