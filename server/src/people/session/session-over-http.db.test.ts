import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { installAccounts } from '../accounts/install-accounts.ts'
import type { Handlers } from '../../http/answer-call.ts'
import { createServer } from '../../http/create-server.ts'
import { createTestLibrary, type TestLibrary } from '../../testing/test-library.ts'
import { sessionRoutes } from '../sign-in/sign-in.routes.ts'

let library: TestLibrary
let server: FastifyInstance
const password = 'correct horse battery'

beforeAll(async () => {
  library = await createTestLibrary()
  await installAccounts({
    ...library.services,
    settings: { ...library.services.settings, adminPassword: password },
  })
  server = await createServer(library.services, sessionRoutes as unknown as Handlers, undefined)
})
afterAll(async () => {
  await server.close()
  await library.close()
})

const form = (fields: Record<string, string>) => {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  return body
}
const post = async (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) => {
  const request = new Request('http://cartouche.test', { method: 'POST', body: form(fields) })
  return server.inject({
    method: 'POST',
    url,
    payload: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '', ...headers },
  })
}
const openCookieSession = async () => {
  const answer = await post('/api/rest/signin', { login: 'admin', password, cookieauth: 'true' })
  const cookie = answer.cookies
    .filter(({ path }) => path === '/')
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ')
  return {
    answer,
    cookie,
    tokens: answer.json<{ csrfToken: string; refreshToken: string; accessToken: string }>(),
  }
}

test('P7.09 sign-in is multipart and answers 201; its cookies are for this site alone, and the refresh token for its call alone', async () => {
  const { answer } = await openCookieSession()
  expect(answer.statusCode).toBe(201)
  expect(
    answer.cookies.map(({ name, path, httpOnly, sameSite, secure }) => ({
      name,
      path,
      httpOnly: httpOnly ?? false,
      sameSite,
      secure: secure ?? false,
    })),
  ).toEqual([
    { name: 'cartouche_session', path: '/', httpOnly: true, sameSite: 'Lax', secure: false },
    { name: 'cartouche_csrf', path: '/', httpOnly: false, sameSite: 'Lax', secure: false },
    { name: 'cartouche_refresh', path: '/api/rest/token', httpOnly: true, sameSite: 'Lax', secure: false },
    { name: 'cartouche_refresh', path: '/rest/token', httpOnly: true, sameSite: 'Lax', secure: false },
    { name: 'cartouche_device', path: '/', httpOnly: true, sameSite: 'Lax', secure: false },
  ])
})

test('P7.01 a cookie session changes nothing without its CSRF token, in the body or in a header', async () => {
  const { cookie, tokens } = await openCookieSession()
  const patch = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    post('/rest/profil/me/patch', { json: '{"bolang":"fr"}', ...fields }, { cookie, ...headers })
  expect((await patch({})).json()).toMatchObject({ error: '403/2026', code: 'csrf_missing' })
  expect((await patch({ _csrf: 'made up' })).statusCode).toBe(403)
  expect((await patch({ _csrf: tokens.csrfToken })).json()).toMatchObject({
    response: { data: { locale: 'fr' } },
  })
  expect((await patch({}, { 'x-csrf-token': tokens.csrfToken })).statusCode).toBe(200)
})

test('P7.10 P7.11 a browser renews and signs out by its cookies, and is sent away with 419 afterwards', async () => {
  const { cookie, tokens } = await openCookieSession()
  const renewed = await post(
    '/rest/token',
    { cookieauth: 'true' },
    { cookie: `${cookie}; cartouche_refresh=${tokens.refreshToken}` },
  )
  expect(renewed.statusCode).toBe(200)
  expect(renewed.cookies).toHaveLength(4)
  const out = await post('/rest/signout', { disconnectsurfer: 'true', _csrf: tokens.csrfToken }, { cookie })
  expect(out.json()).toEqual({ signedOut: true })
  expect(out.cookies.map(({ value, maxAge }) => [value, maxAge])).toEqual([
    ['', 0],
    ['', 0],
    ['', 0],
    ['', 0],
  ])
  const afterwards = await server.inject({ url: '/api/json/whoami', headers: { cookie } })
  expect([afterwards.statusCode, afterwards.json<{ error: string }>().error]).toEqual([419, '419/2025'])
})

test('a cookie that comes from a page of another origin changes nothing, also with the token', async () => {
  const { cookie, tokens } = await openCookieSession()
  const headers = { cookie, origin: 'https://evil.example', 'x-csrf-token': tokens.csrfToken }
  for (const url of [
    '/rest/profil/me/patch',
    '/rest/signin',
    '/rest/signin/factor',
    '/rest/signin/passkey',
    '/rest/profil/me/totp',
    '/rest/token',
    '/rest/signout',
    '/rest/auth/callback/x/../../signout',
    '/rest/nothing',
  ]) {
    expect((await post(url, { json: '{"bolang":"fr"}' }, headers)).statusCode, url).toBe(403)
  }
  expect(
    (await server.inject({ method: 'DELETE', url: '/rest/session?all=true', headers })).json(),
  ).toMatchObject({ code: 'origin_refused' })
  expect((await server.inject({ url: '/rest/session', headers: { cookie } })).statusCode).toBe(200)
})

test('P8.09 wire facts: errors carry status and sub-code', async () => {
  expect((await server.inject({ url: '/json/whoami' })).json()).toMatchObject({ error: '403/1000' })
  expect((await post('/rest/signin', { login: 'admin', password: 'wrong' })).json()).toMatchObject({
    error: '401/2021',
    message: 'The login or the password is wrong',
  })
  expect((await post('/rest/signin', {})).json()).toMatchObject({
    error: '400/2029',
    message: 'No application credential provided',
  })
})
