import { expect, test } from 'vitest'
import { builtInRoles } from '../../access/built-in-roles.ts'
import { anonymous, type SignedIn } from '../../access/identity.ts'
import { checkCsrf } from './csrf.ts'

const [role] = builtInRoles
if (!role) throw new Error('There is no role.')
const surfer = (cookie: boolean): SignedIn => ({
  kind: 'user',
  id: 1,
  login: 'a',
  name: 'A',
  locale: 'en',
  role,
  session: { key: 'k', csrfToken: 'the token', cookie },
})

test('P7.01 a change in a cookie session needs the token of that session', () => {
  expect(() => checkCsrf(surfer(true), 'the token')).not.toThrow()
})

test.for([undefined, '', 'the toke', 'the token ', 'another t'])('P7.01 the token %o is refused', (token) => {
  expect(() => checkCsrf(surfer(true), token)).toThrow(
    expect.objectContaining({ code: 'csrf_missing', status: 403 }),
  )
})

test('a bearer session and nobody need none', () => {
  expect(() => checkCsrf(surfer(false), undefined)).not.toThrow()
  expect(() => checkCsrf(anonymous, undefined)).not.toThrow()
})
