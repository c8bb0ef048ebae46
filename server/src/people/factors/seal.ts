import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const ivBytes = 12
const tagBytes = 16

/**
 * Encrypts a secret for one owner: AES-256-GCM under a key derived from the server's. What is sealed for one
 * opens for nobody else.
 */
export function seal(serverKey: Buffer, owner: string, secret: string): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', keyFor(serverKey), iv).setAAD(Buffer.from(owner))
  const encrypted = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted])
}

/** The secret that was sealed. @throws Error where it was changed or belongs to another owner */
export function unseal(serverKey: Buffer, owner: string, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', keyFor(serverKey), sealed.subarray(0, ivBytes))
    .setAAD(Buffer.from(owner))
    .setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes))
  return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()]).toString(
    'utf8',
  )
}

function keyFor(serverKey: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', serverKey, '', 'cartouche factor', 32))
}
