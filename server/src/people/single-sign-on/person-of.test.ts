import { expect, test } from 'vitest'
import { personOf, type Claims } from './person-of.ts'

const claims = {
  sub: 's1',
  preferred_username: 'zoe',
  name: 'Zoé',
  email: 'zoe@museum.example',
  locale: 'fr_CH',
  groups: ['staff', 'press', 'photographers'],
}
const person = (change: Claims = {}, mapping = {}) =>
  personOf({ kind: 'oidc', mapping: { roles: [], ...mapping } }, { ...claims, ...change })

test('claims become a person by the customary names', () => {
  expect(person()).toEqual({
    subject: 's1',
    login: 'zoe',
    name: 'Zoé',
    email: 'zoe@museum.example',
    locale: 'fr-CH',
    role: undefined,
    followsGroups: false,
  })
})

test('the mapping names other claims, and the first group that fits gives the role', () => {
  const roles = [
    { group: 'photographers', role: 'editor' },
    { group: 'press', role: 'viewer' },
  ]
  expect(person({ upn: 'z.noel' }, { login: 'upn', roles })).toMatchObject({
    login: 'z.noel',
    role: 'editor',
    followsGroups: true,
  })
  expect(person({ groups: 'press' }, { roles })).toMatchObject({ role: 'viewer' })
  expect(person({ groups: [] }, { roles, defaultRole: 'contributor' })).toMatchObject({ role: 'contributor' })
})

test.for([
  [{ sub: '' }, {}, 'claim sub'],
  [{ preferred_username: undefined }, {}, 'claim preferred_username'],
  [{ groups: ['staff'] }, { roles: [{ group: 'press', role: 'viewer' }] }, 'none of the groups'],
  [{ email_verified: false }, { login: 'email' }, 'not been verified'],
  [{}, { login: 'email' }, 'not been verified'],
  [{ email_verified: 'false' }, { login: 'email' }, 'not been verified'],
  [{ preferred_username: { $ne: 1 } }, {}, 'claim preferred_username'],
] as const)('claims that make no person are refused: %o', ([change, mapping, reason]) =>
  expect(() => person(change, mapping)).toThrow(reason),
)

test('an e-mail address that the provider has checked is a login', () => {
  for (const verified of [true, 'true'])
    expect(person({ email_verified: verified }, { login: 'email' }).login).toBe('zoe@museum.example')
})

test('what is no text or no language is left out', () => {
  expect(person({ name: 7, email: [], locale: 'francais', groups: null })).toMatchObject({
    name: undefined,
    email: undefined,
    locale: undefined,
  })
})
