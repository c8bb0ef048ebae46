import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApplication, type TestApplication } from './test-application.ts'

let application: TestApplication
beforeAll(async () => {
  application = await startTestApplication()
})
afterAll(() => application.stop())

/** Asks as it is written: `fetch` would take the dots away. */
async function askRaw(path: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const { hostname, port } = new URL(application.cartouche.url)
  const sent = request({ hostname, port, path }, (answer) => {
    answer.resume()
    resolve(answer.statusCode ?? 0)
  })
  sent.once('error', reject)
  sent.end()
  return promise
}

test.each(['/..', '/../etc/passwd', '/%2e%2e/x', '/assets/..%2f..%2fx', '/api/../x', '/..%5cx'])(
  '%s is refused as a wrong request',
  async (path) => {
    expect(await askRaw(path)).toBe(400)
  },
)

test('two dots inside a name are no way up', async () => {
  expect(await askRaw('/assets/a..b')).toBe(404)
})

test('a page token whose values somebody made up is refused, and is no failure of the server', async () => {
  for (let index = 0; index < 3; index++)
    await application.ask('POST', '/rest/dam/data/asset', { json: { json: { name: `Asset ${index}` } } })
  const { body } = await application.ask('GET', '/rest/dam/data/asset?max=1&orderby=name')
  const token = String(
    body.links.nextResultsToken ?? new URL(String(body.links.next), 'http://site').searchParams.get('after'),
  )
  const given = JSON.parse(Buffer.from(token.split('.').at(-1) ?? '', 'base64url').toString('utf8')) as {
    after: unknown[]
  }
  for (const after of [
    given.after.map(() => 'no number'),
    given.after.map(() => '1e400'),
    given.after.map(() => '99999999999999999999'),
    [],
    ['x', 'y', 'z', 'w'],
  ]) {
    const forged = Buffer.from(JSON.stringify({ ...given, after })).toString('base64url')
    const { status } = await application.ask('GET', `/rest/dam/data/asset?max=1&orderby=name&after=${forged}`)
    expect([200, 400], JSON.stringify(after)).toContain(status)
  }
})

test('a preference that is too long says so', async () => {
  const { status, body } = await application.ask('POST', '/json/userpref', {
    json: { key: 'big', value: 'x'.repeat(200_001) },
  })
  expect(status).toBe(400)
  expect(body.message).toContain('it is too long: 200000 characters at most')
})

test('what is remembered of a ticket is not found by a session, and the other way round', async () => {
  const { body } = await application.ask('POST', '/rest/signin', {
    json: {
      login: 'viewer',
      password: application.cartouche.services.settings.demoPassword,
      cookieauth: true,
    },
    who: 'nobody',
  })
  const token = String(body.accessToken)
  const cookie = { cookie: `cartouche_session=${token}`, authorization: 'ticket' }
  expect((await application.ask('GET', '/json/whoami', { who: 'nobody', headers: cookie })).status).toBe(200)
  // The same text, as a ticket: it opens nothing.
  expect((await application.ask('GET', `/json/whoami?ticket=${token}`, { who: 'nobody' })).status).toBe(404)
})
