import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

/** What a page asks an authenticator for, as far as it matters here. */
interface Asked {
  readonly challenge: string
}

/** How an authenticator of tests differs from a good one. */
interface Doing {
  readonly origin?: string
  readonly host?: string
  /** Whether it asked for a finger, a face or a PIN; it did by default. */
  readonly verified?: boolean
  readonly counter?: number
}

/** An authenticator in memory, for tests: one passkey for one host, with a real key. */
export interface TestAuthenticator {
  readonly id: string
  create(options: unknown, doing?: Doing): Record<string, unknown>
  answer(options: unknown, doing?: Doing): Record<string, unknown>
}

const present = 0x01
const userVerified = 0x04
const hasCredential = 0x40

/** Makes an authenticator whose passkey is for the host of an address. */
export function createTestAuthenticator(baseUrl: string): TestAuthenticator {
  const { hostname, origin: ownOrigin } = new URL(baseUrl)
  const id = randomBytes(16)
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const clientData = (type: string, options: unknown, origin = ownOrigin): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge: (options as Asked).challenge, origin, crossOrigin: false }))
  const dataOf = (
    { host = hostname, verified = true, counter = 0 }: Doing,
    more: Buffer = Buffer.alloc(0),
  ): Buffer => {
    const flags = present | (verified ? userVerified : 0) | (more.length > 0 ? hasCredential : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([createHash('sha256').update(host).digest(), Buffer.from([flags]), count, more])
  }
  const shell = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
  }
  return {
    id: shell.id,
    create(options, doing = {}) {
      const credential = Buffer.concat([
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        coseKey(publicKey),
      ])
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        text('fmt'),
        text('none'),
        text('attStmt'),
        Buffer.from([0xa0]),
        text('authData'),
        bytes(dataOf(doing, credential)),
      ])
      return {
        ...shell,
        response: {
          clientDataJSON: clientData('webauthn.create', options, doing.origin).toString('base64url'),
          attestationObject: attestationObject.toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    answer(options, doing = {}) {
      const [data, client] = [dataOf(doing), clientData('webauthn.get', options, doing.origin)]
      const signature = sign(
        'sha256',
        Buffer.concat([data, createHash('sha256').update(client).digest()]),
        privateKey,
      )
      return {
        ...shell,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      }
    },
  }
}

/** An ES256 key as COSE, in CBOR. @source RFC 9053 §7.1.1 */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    bytes(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    bytes(Buffer.from(y, 'base64url')),
  ])
}

function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
}

function bytes(value: Buffer): Buffer {
  return Buffer.concat([
    value.length < 256
      ? Buffer.from([0x58, value.length])
      : Buffer.from([0x59, value.length >> 8, value.length & 0xff]),
    value,
  ])
}
