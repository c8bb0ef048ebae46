import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '../access/context.ts'
import { createDatabase } from '../ground/database/database.ts'
import { installAccounts } from '../people/accounts/install-accounts.ts'
import { handlers } from '../start/handlers.ts'
import type { Settings } from '../ground/settings/settings.ts'
import { createTestLibrary, type TestLibrary } from '../testing/test-library.ts'
import type { Handlers } from './answer-call.ts'
import { createServer } from './create-server.ts'

let library: TestLibrary
let server: FastifyInstance
let token: string
const password = 'a long password'
const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }

const open = (settings: Partial<Settings> = {}): Promise<FastifyInstance> =>
  createServer(
    { ...library.services, settings: { ...library.services.settings, ...settings } },
    handlers as unknown as Handlers,
    undefined,
  )

beforeAll(async () => {
  library = await createTestLibrary()
  const settings = { ...library.services.settings, adminPassword: password }
  await installAccounts({ ...library.services, settings })
  server = await open()
  const answer = await server.inject({
    method: 'POST',
    url: '/rest/signin',
    headers: json,
    payload: JSON.stringify({ login: 'admin', password }),
  })
  token = answer.json<{ accessToken: string }>().accessToken
})
afterAll(async () => {
  await server.close()
  await library.close()
})

const post = async (
  url: string,
  headers: Record<string, string>,
  payload: string | Buffer,
): Promise<string> => {
  const { statusCode, body } = await server.inject({ method: 'POST', url, headers, payload })
  return `${statusCode} ${(JSON.parse(body) as { code?: string }).code ?? 'done'}`
}
const fields = (count: number): string => Array.from({ length: count }, (_, at) => `f${at}=1`).join('&')
const parts = (count: number): string =>
  `${'--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n'.repeat(count)}--x--\r\n`
const multipart = { 'content-type': 'multipart/form-data; boundary=x' }

describe('bodies of nobody who is signed in', () => {
  test.for([
    ['more than 64 KiB of JSON', json, JSON.stringify({ login: 'x'.repeat(70_000) }), '413 body_too_large'],
    ['a form of more than 1000 fields', form, fields(1001), '400 body_not_valid'],
    ['one field 10,000 times', form, 'a=1&'.repeat(10_000), '400 body_not_valid'],
    ['JSON that is nested deep', json, '['.repeat(60_000), '400 invalid_json'],
    ['a multipart form of many parts', multipart, parts(1200), '400 upload_format'],
    ['a large multipart form', multipart, parts(2000), '413 body_too_large'],
    [
      'a compressed form',
      { ...form, 'content-encoding': 'gzip' },
      gzipSync(fields(1000)),
      '415 body_not_readable',
    ],
    ['compressed JSON', { ...json, 'content-encoding': 'br' }, '{}', '415 body_not_readable'],
    ['XML', { 'content-type': 'text/xml' }, '<a/>', '415 body_not_readable'],
  ] as const)('%s', async ([, headers, body, answer]) => {
    expect(await post('/api/rest/signin', headers, body)).toBe(answer)
  })

  test('are not read at all where a call is for others', async () => {
    for (const url of ['/api/wedia/cart/createCart', '/rest/dam/data/asset', '/rest/notifications']) {
      expect(await post(url, json, '['.repeat(1_000_000)), url).toMatch(
        /^(401 sign_in_needed|405 method_not_allowed)$/,
      )
    }
  })

  test('a form of 1000 fields is still a form, and one field sent often is a list', async () => {
    expect(await post('/rest/signin', form, `login=admin&password=${password}&${fields(990)}`)).toBe(
      '201 done',
    )
  })
})

describe('bodies of people', () => {
  const bearer = (): Record<string, string> => ({ ...json, authorization: `Bearer ${token}` })
  test('hold 1 MiB, and more where the call says so', async () => {
    const words = (sizeBytes: number): string =>
      JSON.stringify({ name: 'A cart', description: 'x'.repeat(sizeBytes) })
    expect(await post('/rest/preference', bearer(), words(1_100_000))).toBe('413 body_too_large')
    // The description is too long for a cart, but it was read.
    expect(await post('/wedia/cart/createCart', bearer(), words(1_100_000))).toBe('400 invalid_parameter')
    expect(await post('/wedia/cart/createCart', bearer(), words(4_300_000))).toBe('413 body_too_large')
  })
  test('are JSON of sensible shape, also within text', async () => {
    const names = `{${Array.from({ length: 10_001 }, (_, at) => `"k${at}":0`).join(',')}}`
    expect(await post('/wedia/cart/createCart', bearer(), names)).toBe('400 invalid_json')
    expect(
      await post(
        '/wedia/cart/createCart',
        bearer(),
        JSON.stringify({ name: 'A cart', items: '['.repeat(100) }),
      ),
    ).toBe('400 invalid_parameter')
  })
})

describe('the address of the product', () => {
  const config = async (settings: Partial<Settings>, headers: Record<string, string>) => {
    const own = await open(settings)
    const {
      statusCode,
      headers: given,
      json: read,
    } = await own.inject({ url: '/api/wedia/app/infos/getInfos', headers })
    const body = read<{ code?: string; infos?: { baseUrl: string } }>()
    await own.close()
    return { statusCode, says: body.code ?? body.infos?.baseUrl, hsts: given['strict-transport-security'] }
  }
  const listed = { addresses: ['https://dam.example.org', 'http://assets.example.org:8080'] }

  test('is one of the list, whatever the request says', async () => {
    expect(await config(listed, { host: 'DAM.example.org' })).toEqual({
      statusCode: 200,
      says: 'https://dam.example.org',
      hsts: 'max-age=31536000',
    })
    expect(await config(listed, { host: 'assets.example.org:8080' })).toEqual({
      statusCode: 200,
      says: 'http://assets.example.org:8080',
      hsts: undefined,
    })
    for (const host of [
      'evil.example',
      'dam.example.org:8080',
      'dam.example.org.evil.example',
      'dam.example.org@evil.example',
      '127.0.0.1',
      '',
    ]) {
      expect(await config(listed, { host }), host).toMatchObject({
        statusCode: 421,
        says: 'address_not_served',
      })
    }
  })

  test('is that of its own machine where none is listed', async () => {
    expect(await config({}, { host: 'localhost:9999' })).toMatchObject({
      statusCode: 200,
      says: 'http://localhost:8080',
    })
    expect(await config({}, { host: '[::1]' })).toMatchObject({ says: 'http://[::1]:8080' })
    expect(await config({}, { host: 'rebound.example' })).toMatchObject({ statusCode: 421 })
  })

  test('is what a trusted proxy says that it was asked for, and no other', async () => {
    const forwarded = { host: 'inside:8080', 'x-forwarded-host': 'dam.example.org' }
    expect(await config({ ...listed, proxies: ['loopback'] }, forwarded)).toMatchObject({
      statusCode: 200,
      says: 'https://dam.example.org',
    })
    expect(await config({ ...listed, proxies: ['10.0.0.1'] }, forwarded)).toMatchObject({ statusCode: 421 })
    expect(await config(listed, forwarded)).toMatchObject({ statusCode: 421 })
  })

  test('cookies over https have the prefixes that browsers guard, and count with them alone', async () => {
    const own = await open(listed)
    const host = { host: 'dam.example.org' }
    const signedIn = await own.inject({
      method: 'POST',
      url: '/rest/signin',
      headers: { ...json, ...host },
      payload: JSON.stringify({ login: 'admin', password, cookieauth: true }),
    })
    expect(signedIn.cookies.map(({ name, secure }) => [name, secure])).toEqual([
      ['__Host-cartouche_session', true],
      ['cartouche_csrf', true],
      ['__Secure-cartouche_refresh', true],
      ['__Secure-cartouche_refresh', true],
      ['__Host-cartouche_device', true],
    ])
    const session = signedIn.cookies[0]?.value ?? ''
    const whoami = async (cookie: string): Promise<number> =>
      (await own.inject({ url: '/json/whoami', headers: { ...host, cookie } })).statusCode
    expect([
      await whoami(`__Host-cartouche_session=${session}`),
      await whoami(`cartouche_session=${session}`),
    ]).toEqual([200, 403])
    await own.close()
  })
})

describe('an answer that nobody waits for any more', () => {
  const answering = async (findEntities: (context: Context) => Promise<unknown>) => {
    const errors: { data: object; message: string }[] = []
    const log = {
      ...library.services.log,
      error: (data: object, message: string) => void errors.push({ data, message }),
    }
    const database = createDatabase(library.url, { connections: 2, readTimeoutMs: 200 })
    const own = await createServer(
      { ...library.services, log, database },
      { ...handlers, findEntities } as unknown as Handlers,
      undefined,
    )
    await own.listen({ host: '127.0.0.1', port: 0 })
    const { port } = own.server.address() as { port: number }
    return {
      own,
      port,
      errors,
      close: async () => {
        await own.close()
        await database.destroy()
      },
    }
  }
  const ask = (encoding: string): string =>
    `GET /api/rest/dam/data/asset?max=1 HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\naccept-encoding: ${encoding}\r\n\r\n`

  test.for(['br', 'gzip', 'identity'])('is no failure of the server (%s)', async (encoding) => {
    let answered = (): void => {}
    const left = new Promise<void>((resolve) => {
      answered = resolve
    })
    const { port, errors, close } = await answering(async () => {
      await left
      return { text: randomBytes(4_000_000).toString('hex') }
    })
    const socket = connect(port, '127.0.0.1')
    socket.write(ask(encoding))
    await wait(100)
    socket.destroy()
    answered()
    await wait(500)
    await close()
    expect(errors).toEqual([])
  })

  test('is no failure of the server, nor is a body that ends in the middle', async () => {
    const { own, port, errors, close } = await answering(async () => [])
    const socket = connect(port, '127.0.0.1')
    const body = 'content-type: application/json\r\ncontent-length: 100\r\n\r\n{"max"'
    socket.write(ask('identity').replace('GET', 'POST').replace(/\r\n$/, body))
    await once(own.server, 'request')
    await wait(100)
    socket.destroy()
    await wait(500)
    await close()
    expect(errors).toEqual([])
  })

  test('one that ends early by itself is', async () => {
    const { own, errors, close } = await answering(async () => {
      throw Object.assign(new Error('Premature close'), { code: 'ERR_STREAM_PREMATURE_CLOSE' })
    })
    const { port } = own.server.address() as { port: number }
    const answer = await fetch(`http://127.0.0.1:${port}/api/rest/dam/data/asset`, {
      headers: { host: 'localhost', authorization: `Bearer ${token}` },
    })
    await close()
    expect([answer.status, errors.map(({ message }) => message)]).toEqual([500, ['internal']])
  })

  test('one that takes long to read is refused with words', async () => {
    const { own, errors, close } = await answering(({ database }) =>
      sql`select pg_sleep(1)`.execute(database),
    )
    const { statusCode, body } = await own.inject({
      url: '/api/rest/dam/data/asset',
      headers: { authorization: `Bearer ${token}` },
    })
    await close()
    expect([statusCode, (JSON.parse(body) as { code: string }).code, errors]).toEqual([
      422,
      'query_too_slow',
      [],
    ])
  })
})

describe('connections', () => {
  /** Opens connections that say nothing; how many the server keeps open. */
  const hold = async (port: number, count: number): Promise<number> => {
    const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1'))
    await Promise.all(
      sockets.map(
        (socket) =>
          new Promise((resolve) => {
            socket.once('error', resolve)
            socket.once('connect', resolve)
          }),
      ),
    )
    await new Promise((resolve) => {
      setTimeout(resolve, 300)
    })
    const left = sockets.filter((socket) => !socket.destroyed && socket.readyState === 'open').length
    sockets.forEach((socket) => socket.destroy())
    return left
  }
  test.for([
    ['of one address are as many as it may have', {}, 8],
    ['of a proxy are those of everybody', { proxies: ['loopback'] }, 20],
  ] as const)('%s', async ([, settings, left]) => {
    const own = await open({
      connectionsPerAddress: 8,
      ...settings,
      proxies: [...('proxies' in settings ? settings.proxies : [])],
    })
    await own.listen({ host: '127.0.0.1', port: 0 })
    const { port } = own.server.address() as { port: number }
    expect(await hold(port, 20)).toBe(left)
    await own.close()
  })
})
