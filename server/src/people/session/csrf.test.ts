import { expect, test } from 'vitest'
import { builtInRoles } from '../../access/built-in-roles.ts'
import { anonymous, type SignedIn } from '../../access/identity.ts'
import { checkCsrf, type CsrfProof } from './csrf.ts'

const [role] = builtInRoles
if (!role) throw new Error('There is no role.')
const user = (cookie: boolean): SignedIn => ({
  kind: 'user',
  id: 1,
  login: 'a',
  name: 'A',
  locale: 'en',
  role,
  session: { key: 'k', csrfToken: 'the token', cookie },
})
const proof = (token: string | undefined, headers: CsrfProof['request']['headers'] = {}): CsrfProof => ({
  request: { baseUrl: 'https://dam.example.org', headers },
  origins: ['https://portal.example.com'],
  token,
})
const refused = expect.objectContaining({ code: 'csrf_missing', status: 403 })

test('P7.01 a change in a cookie session needs the token of that session', () => {
  expect(() => checkCsrf(user(true), proof('the token'))).not.toThrow()
  expect(() => checkCsrf(user(true), proof(undefined, { 'x-xsrf-token': 'the token' }))).not.toThrow()
})

test.for([undefined, '', 'the toke', 'the token ', 'another t'])('P7.01 the token %o is refused', (token) => {
  expect(() => checkCsrf(user(true), proof(token))).toThrow(refused)
})

test('a bearer session and nobody need none', () => {
  expect(() => checkCsrf(user(false), proof(undefined))).not.toThrow()
  expect(() => checkCsrf(anonymous, proof(undefined))).not.toThrow()
})

test.for([
  { 'sec-fetch-site': 'same-origin' },
  { origin: 'https://dam.example.org' },
  { origin: 'https://dam.example.org', 'sec-fetch-site': 'same-origin' },
  { origin: 'https://portal.example.com', 'sec-fetch-site': 'cross-site' },
  { origin: 'https://dam.example.org', 'x-xsrf-token': 'the token of another product' },
])('in place of a token, the browser says that the page is ours: %o', (headers) => {
  expect(() => checkCsrf(user(true), proof(undefined, headers))).not.toThrow()
})

test.for([
  {},
  { origin: 'null' },
  { origin: 'null', 'sec-fetch-site': 'same-origin' },
  { origin: '' },
  { origin: 'https://evil.example' },
  { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
  { origin: 'https://www.dam.example.org', 'sec-fetch-site': 'same-site' },
  { origin: 'https://example.org', 'sec-fetch-site': 'same-site' },
  { origin: 'https://dam.example.org.evil.example' },
  { origin: 'https://dam.example.org:8443' },
  { origin: 'http://dam.example.org' },
  { origin: 'HTTPS://DAM.EXAMPLE.ORG' },
  { origin: 'https://dam.example.org', 'sec-fetch-site': 'cross-site' },
  { origin: 'https://dam.example.org', 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'none' },
  { 'sec-fetch-site': 'same-origin, cross-site' },
  { referer: 'https://dam.example.org/' },
])('without a token, nothing else says so: %o', (headers) => {
  expect(() => checkCsrf(user(true), proof(undefined, headers))).toThrow(refused)
})

test('a token that is not the session’s is refused whatever the browser says', () => {
  const headers = { origin: 'https://dam.example.org', 'sec-fetch-site': 'same-origin' }
  expect(() => checkCsrf(user(true), proof('of the session before', headers))).toThrow(refused)
})
