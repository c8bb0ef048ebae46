import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  startTestApplication,
  testPassword,
  type Answered,
  type TestApplication,
  type RequestOptions,
} from '../../http/test-application.ts'

/** What existing clients do with every request, and how they read answers to it. */

let application: TestApplication
let cookie: string
let own: string
let csrfToken: string
const portal = 'https://portal.example.com'

beforeAll(async () => {
  application = await startTestApplication(undefined, { CARTOUCHE_ORIGINS: portal })
  own = new URL(application.cartouche.url).origin
  ;({ cookie, csrfToken } = await openCookieSession('editor'))
})
afterAll(() => application.stop())

async function openCookieSession(login: string): Promise<{ cookie: string; csrfToken: string }> {
  const { headers, body } = await application.ask('POST', '/api/rest/signin', {
    form: form({ login, password: testPassword, cookieauth: 'true' }),
    who: 'nobody',
  })
  const pairs = headers.getSetCookie().map((one) => one.split(';')[0])
  return { cookie: pairs.join('; '), csrfToken: String(body.csrfToken) }
}

function form(fields: Readonly<Record<string, string | File>>): FormData {
  const made = new FormData()
  for (const [name, value] of Object.entries(fields)) made.append(name, value)
  return made
}
const file = (name: string): File => new File([`bytes of ${name} ${Math.random()}`], name)

/** Asks with the cookies of the session and no token. */
const byCookie = (
  method: string,
  path: string,
  { headers, ...options }: RequestOptions = {},
): ReturnType<TestApplication['ask']> =>
  application.ask(method, path, { who: 'nobody', ...options, headers: { cookie, ...headers } })
const statusOf = ({ status }: Answered): number => status

describe('a change by cookie', () => {
  const createCart = (headers: Readonly<Record<string, string>>, json: object = {}) =>
    byCookie('POST', '/api/wedia/cart/createCart/', { json: { name: 'By cookie', ...json }, headers })

  test.for([
    ['Sec-Fetch-Site alone', () => ({ 'sec-fetch-site': 'same-origin' })],
    ['the own Origin alone', () => ({ origin: own })],
    ['both', () => ({ 'sec-fetch-site': 'same-origin', origin: own })],
    ['the Origin of a listed site', () => ({ 'sec-fetch-site': 'cross-site', origin: portal })],
    ['the token in X-CSRF-Token', () => ({ 'x-csrf-token': csrfToken })],
    ['the token in X-XSRF-Token', () => ({ 'x-xsrf-token': csrfToken })],
  ] as const)('P7.01 is made with %s', async ([, headers]) => {
    expect(statusOf(await createCart(headers()))).toBe(200)
  })

  test.for([
    ['no header at all', () => ({})],
    ['the origin null', () => ({ origin: 'null' })],
    ['the origin null of a page of ours', () => ({ origin: 'null', 'sec-fetch-site': 'same-origin' })],
    ['a foreign origin', () => ({ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })],
    [
      'a foreign origin that claims to be ours',
      () => ({ origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }),
    ],
    [
      'a sibling of a listed site',
      () => ({ origin: 'https://other.example.com', 'sec-fetch-site': 'same-site' }),
    ],
    ['a listed site over http', () => ({ origin: 'http://portal.example.com' })],
    [
      'this host under another port',
      () => ({ origin: own.replace(/\d+$/, '1'), 'sec-fetch-site': 'same-site' }),
    ],
    ['this host over https', () => ({ origin: own.replace('http:', 'https:') })],
    ['another page of the same site', () => ({ 'sec-fetch-site': 'same-site' })],
    ['another site', () => ({ 'sec-fetch-site': 'cross-site' })],
    ['no page', () => ({ 'sec-fetch-site': 'none' })],
    ['the own Origin in a request of another site', () => ({ origin: own, 'sec-fetch-site': 'cross-site' })],
    ['the address of a page of ours', () => ({ referer: `${own}/carts` })],
    ['a token that is not the session’s', () => ({ origin: own, 'x-csrf-token': 'of another session' })],
  ] as const)('P7.01 is refused with %s', async ([, headers]) => {
    const { status, body } = await createCart(headers())
    expect(status).toBe(403)
    expect(['csrf_missing', 'origin_refused']).toContain(body.code)
  })

  test('P7.01 needs no token by POST, PUT, PATCH, DELETE, in a form and in an upload', async () => {
    const headers = { origin: own, 'sec-fetch-site': 'same-origin' }
    const made = await byCookie('POST', '/api/rest/dam/data/asset', {
      form: form({ json: '{"name":"By cookie"}' }),
      headers,
    })
    const id = made.body.response.data.id as number
    const patched = await byCookie('PATCH', `/api/rest/dam/data/asset/${id}`, {
      json: { json: { city: 'Brest' } },
      headers,
    })
    const put = await byCookie('PUT', '/api/json/userpref', {
      json: { key: 'by cookie', value: 'x' },
      headers,
    })
    const job = await byCookie('POST', '/api/rest/massimport/job', { form: form({ json: '{}' }), headers })
    const uploaded = await byCookie('POST', '/api/rest/massimport/item', {
      form: form({ json: `{"job":${job.body.response.data.id}}`, file: file('a.txt') }),
      headers,
    })
    const deleted = await byCookie('DELETE', `/api/rest/dam/data/asset/${id}`, { headers })
    expect([made, patched, put, job, uploaded, deleted].map(statusOf)).toEqual([201, 200, 200, 201, 201, 200])
    expect(statusOf(await byCookie('DELETE', `/api/rest/dam/data/asset/1`))).toBe(403)
  })
})

describe('the parts of a form', () => {
  test('D7.36 files come before the field json of a creation, or after it', async () => {
    const json = JSON.stringify({ name: 'With a file', binary: 'cid:binary' })
    for (const fields of [
      { binary: file('first.txt'), json },
      { json, binary: file('last.txt') },
    ]) {
      const { status, body } = await application.ask('POST', '/api/rest/dam/data/asset', {
        form: form(fields),
      })
      expect(status).toBe(201)
      expect(body.response.data.binary.name).toBe(fields.binary.name)
    }
  })
  test('D7.08 files come before the field json of an import, or after it', async () => {
    const { body } = await application.ask('POST', '/api/rest/massimport/job', {
      form: form({ json: '{"name":"Order"}' }),
    })
    const json = JSON.stringify({ job: body.response.data.id, binary: 'cid:binary' })
    for (const fields of [
      { binary: file('first.txt'), json },
      { json, binary: file('last.txt') },
    ]) {
      const uploaded = await application.ask('POST', '/api/rest/massimport/item', { form: form(fields) })
      expect(uploaded.status, JSON.stringify(uploaded.body)).toBe(201)
      expect(uploaded.body.response.data[0]).toMatchObject({
        filename: fields.binary.name,
        job: { id: body.response.data.id },
      })
    }
  })
})

describe('what is absent', () => {
  test('the text undefined in an address, and null in a form, are as if they were not sent', async () => {
    const { body } = await application.ask('POST', '/api/json/create/dam.data.asset.add', {
      form: form({ prop_name: 'Absent', prop_city: 'Brest', prop_credit: 'null', simu: 'null' }),
    })
    expect(body.response.data).toMatchObject({ name: 'Absent', city: 'Brest' })
    expect(body.response.data.credit ?? null).toBeNull()
    const { id } = body.response.data as { id: number }
    const patched = await application.ask(
      'PATCH',
      `/api/json/update/dam.data.asset.update/${id}?prop_city=undefined&prop_credit=Ada&simu=undefined`,
    )
    expect(patched.body.response.data).toMatchObject({ city: 'Brest', credit: 'Ada' })
    const listed = await application.ask(
      'GET',
      `/api/rest/dam/data/asset?query={"id":${id}}&max=undefined&orderby=undefined&after=undefined&fulltext=undefined`,
    )
    expect([listed.status, listed.body.response.total]).toEqual([200, 1])
  })
  test('the words null and undefined are words in a body of JSON', async () => {
    const { body } = await application.ask('POST', '/api/rest/dam/data/asset', {
      json: { json: { name: 'null', city: 'undefined' } },
    })
    expect(body.response.data).toMatchObject({ name: 'null', city: 'undefined' })
  })
  test('the literal header Authorization: undefined is no credentials', async () => {
    const headers = { authorization: 'undefined' }
    expect((await application.ask('GET', '/api/rest/config', { who: 'nobody', headers })).status).toBe(200)
    expect((await byCookie('GET', '/api/json/whoami', { headers })).body.response.data.login).toBe('editor')
    expect((await application.ask('GET', '/api/json/whoami', { who: 'nobody', headers })).body).toMatchObject(
      { error: '403/1000' },
    )
  })
})

describe('the profile', () => {
  test('P7.07 with its headers names its resource', async () => {
    const { body } = await application.ask('GET', '/api/rest/profil/me?headers=true', { call: 'getProfile' })
    expect(body).toMatchObject({
      resource: 'user',
      headers: { login: { name: expect.any(String) as string } },
    })
  })
  test('P7.05 the language is changed by a PUT without a body; the next whoami has it', async () => {
    const whoami = async () => (await application.ask('GET', '/api/json/whoami', { who: 'viewer' })).body
    const { id } = (await whoami()).response.data as { id: number }
    const change = (of: number, language: string, who: RequestOptions['who'] = 'viewer') =>
      application.ask('PUT', `/api/json/update/data.userlang/${of}?prop_bolang=${language}`, { who })
    expect(statusOf(await change(id, 'fr'))).toBe(200)
    expect((await whoami()).response.data.locale).toBe('fr')
    expect(statusOf(await change(id, 'en_US'))).toBe(200)
    expect((await whoami()).response.data.locale).toBe('en-US')
    expect(statusOf(await change(id, 'no language'))).toBe(400)
    expect(statusOf(await change(id, 'undefined'))).toBe(400)
    expect(statusOf(await change(id, 'fr', 'nobody'))).toBe(401)
    expect(statusOf(await change(id, 'fr', 'editor'))).toBe(403)
    expect((await whoami()).response.data.locale).toBe('en-US')
  })
})
