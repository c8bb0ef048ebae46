import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readSettings } from '../../ground/settings/settings.ts'
import { readProviders } from '../../ground/settings/provider-settings.ts'
import { knownCertificate } from './test-certificates.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cartouche-providers-'))
})
afterEach(() => rm(folder, { recursive: true }))

const oidc = {
  id: 'museum',
  name: 'Museum',
  kind: 'oidc',
  issuer: 'https://login.museum.example/',
  clientId: 'cartouche',
  clientSecret: 'very-secret',
}
const saml = {
  id: 'city',
  name: 'City',
  kind: 'saml',
  entryPoint: 'https://idp.city.example/sso',
  idpIssuer: 'city',
  certificate: knownCertificate.certificate,
}

test('providers come as JSON or as the path of a file', async () => {
  const providers = readProviders(JSON.stringify([oidc, saml]))
  expect(providers).toMatchObject([
    {
      kind: 'oidc',
      scope: 'openid profile email',
      takesOverLogins: false,
      isTrustedForSecondFactor: false,
      mapping: { roles: [] },
    },
    { kind: 'saml', issuer: 'cartouche', certificate: [knownCertificate.certificate] },
  ])
  const file = join(folder, 'providers.json')
  await writeFile(file, JSON.stringify([oidc, saml]))
  expect(readProviders(file)).toEqual(providers)
  expect(readSettings({ CARTOUCHE_SSO: file }).singleSignOn).toEqual(providers)
  expect(readSettings({}).singleSignOn).toEqual([])
})

test.for([
  [[{ ...oidc, issuer: 'http://login.museum.example/' }], /0\.issuer: must be an https address/],
  [[oidc, oidc], /two providers alike/],
  [[{ ...oidc, id: 'A B' }], /0\.id/],
  [[{ ...saml, certificate: 'x' }], /must be a certificate/],
  [[{ ...oidc, takeOver: true }], /takeOver/],
  [[{ ...oidc, kind: 'ldap' }], /0\.kind/],
  [[{ ...oidc, mapping: { group: 'x' } }], /0\.mapping/],
] as const)('a wrong one is reported at the start, without its secrets', ([given, message]) => {
  expect(() => readProviders(JSON.stringify(given))).toThrow(message)
  const start = () => readSettings({ CARTOUCHE_SSO: JSON.stringify(given) })
  expect(start).toThrow(/^CARTOUCHE_SSO must be a list of providers/)
  expect(start).not.toThrow('very-secret')
})

test('http is good on this machine alone', () => {
  expect(readProviders(JSON.stringify([{ ...oidc, issuer: 'http://127.0.0.1:3000' }]))).toHaveLength(1)
  expect(() => readProviders(JSON.stringify([{ ...oidc, issuer: 'http://127.0.0.1.evil.example' }]))).toThrow(
    'https',
  )
})

test('a file that is not there, or is no JSON, is reported', async () => {
  expect(() => readProviders(join(folder, 'none.json'))).toThrow('ENOENT')
  await writeFile(join(folder, 'broken.json'), '[{')
  expect(() => readProviders(join(folder, 'broken.json'))).toThrow('not JSON')
})
