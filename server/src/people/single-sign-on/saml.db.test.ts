import { randomUUID } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { Constants, IdentityProvider, SamlLib, ServiceProvider } from 'samlify'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { installAccounts } from '../accounts/install-accounts.ts'
import { createTestLibrary, type TestLibrary } from '../../testing/test-library.ts'
import { knownCertificate, otherCertificate } from './test-certificates.ts'
import { openTestVisitor, startTestSite, type TestSite, type TestVisitor } from './test-site.ts'

let library: TestLibrary
let site: TestSite
const warnings: { reason: string }[] = []
const entryPoint = 'https://idp.museum.example/sso'
const idpIssuer = 'https://idp.museum.example/'

beforeAll(async () => {
  // The provider misses an address for sign-outs.
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  library = await createTestLibrary()
  await installAccounts({
    ...library.services,
    settings: { ...library.services.settings, adminPassword: 'correct horse battery' },
  })
  site = await startTestSite(
    {
      ...library.services,
      log: { ...library.services.log, warn: (data) => void warnings.push(data as { reason: string }) },
    },
    [
      {
        id: 'city',
        name: 'City',
        kind: 'saml',
        entryPoint,
        idpIssuer,
        certificate: knownCertificate.certificate,
        issuer: 'cartouche-test',
        mapping: { roles: [{ group: 'press', role: 'contributor' }], defaultRole: 'viewer' },
      },
    ],
  )
})
afterEach(() => {
  warnings.length = 0
})
afterAll(async () => {
  await site.server.close()
  await library.close()
})

interface Answer {
  readonly login?: string
  readonly groups?: string
  readonly key?: typeof knownCertificate
  readonly audience?: string
  readonly issuer?: string
  readonly signed?: boolean
  /** Seconds by which the provider's clock is ahead of ours. */
  readonly aheadSeconds?: number
  readonly inResponseTo?: string
  readonly format?: string
}
interface Asked {
  readonly requestId: string
  readonly relayState: string
}

/** Starts a sign-in; answers what the provider would read from the address. */
const ask = async (visitor: TestVisitor, relativeURL = '/carts'): Promise<Asked> => {
  const response = await visitor.get(
    `${site.url}/api/rest/auth/start/city?${new URLSearchParams({ relativeURL })}`,
  )
  const url = new URL(response.headers.get('location') ?? '')
  expect(url.origin + url.pathname).toBe(entryPoint)
  const request = inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64')).toString()
  expect(request).toContain(`AssertionConsumerServiceURL="${site.url}/api/rest/auth/callback/city"`)
  return {
    requestId: /ID="([^"]+)"/.exec(request)?.[1] ?? '',
    relayState: url.searchParams.get('RelayState') ?? '',
  }
}

const attributes = ['displayName', 'mail', 'groups'].map((name) => ({
  name,
  valueTag: name,
  nameFormat: 'urn:oasis:names:tc:SAML:2.0:attrname-format:basic',
  valueXsiType: 'xs:string',
}))

/** The answer of a real identity provider, signed by its key; base64. */
const answerOf = async (
  { requestId }: Asked,
  {
    login = 'nora',
    groups = 'press',
    key = knownCertificate,
    audience = 'cartouche-test',
    issuer = idpIssuer,
    signed = true,
    aheadSeconds = 0,
    inResponseTo = requestId,
    format = Constants.namespace.format.persistent,
  }: Answer = {},
): Promise<string> => {
  const callback = `${site.url}/api/rest/auth/callback/city`
  const idp = IdentityProvider({
    entityID: issuer,
    privateKey: key.privateKey,
    signingCert: key.certificate,
    isAssertionEncrypted: false,
    nameIDFormat: [format],
    singleSignOnService: [{ Binding: Constants.namespace.binding.redirect, Location: entryPoint }],
    loginResponseTemplate: { context: SamlLib.defaultLoginResponseTemplate.context, attributes },
  })
  const sp = ServiceProvider({
    entityID: audience,
    wantAssertionsSigned: signed,
    assertionConsumerService: [{ Binding: Constants.namespace.binding.post, Location: callback }],
  })
  const at = (seconds: number): string => new Date(Date.now() + (aheadSeconds + seconds) * 1000).toISOString()
  const { context } = await idp.createLoginResponse(
    sp,
    { extract: { request: { id: inResponseTo } } },
    'post',
    {},
    {
      customTagReplacement: (template) => {
        const id = `_${randomUUID()}`
        return {
          id,
          context: SamlLib.replaceTagsByValue(template, {
            ID: id,
            AssertionID: `_${randomUUID()}`,
            Destination: callback,
            Audience: audience,
            EntityID: audience,
            SubjectRecipient: callback,
            AssertionConsumerServiceURL: callback,
            Issuer: issuer,
            IssueInstant: at(0),
            StatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Success',
            ConditionsNotBefore: at(0),
            ConditionsNotOnOrAfter: at(60),
            SubjectConfirmationDataNotOnOrAfter: at(60),
            NameIDFormat: format,
            NameID: login,
            InResponseTo: inResponseTo,
            AuthnStatement: '',
            attrDisplayName: 'Nora Bell',
            attrMail: 'nora@city.example',
            attrGroups: groups,
          }),
        }
      },
    },
  )
  return context
}

/**
 * Brings an answer as the browser does from the provider's site: without this site's cookies.
 * @returns where it leads in the end
 */
const bring = async (
  visitor: TestVisitor,
  { relayState }: Pick<Asked, 'relayState'>,
  SAMLResponse: string,
  finisher = visitor,
): Promise<string> => {
  const taken = await visitor.post(
    `${site.url}/api/rest/auth/callback/city`,
    { SAMLResponse, RelayState: relayState },
    { withoutCookies: true, origin: new URL(entryPoint).origin },
  )
  expect(taken.status).toBe(303)
  expect(taken.headers.getSetCookie().join()).not.toContain('cartouche_session')
  const next = taken.headers.get('location') ?? ''
  return next.startsWith('/api/rest/auth/finish/')
    ? ((await finisher.get(site.url + next)).headers.get('location') ?? '')
    : next
}
const enter = async (
  answer: Answer = {},
  relativeURL?: string,
): Promise<{ location: string; visitor: TestVisitor }> => {
  const visitor = openTestVisitor()
  const asked = await ask(visitor, relativeURL)
  return { visitor, location: await bring(visitor, asked, await answerOf(asked, answer)) }
}
const userOf = async (visitor: TestVisitor): Promise<unknown> =>
  (await visitor.get(`${site.url}/api/json/whoami`)).json()
const failed = expect.stringContaining('failed=city')

test('a signed answer signs in, makes the profile by the mapping and leads to the asked page', async () => {
  const { location, visitor } = await enter()
  expect([warnings, location]).toEqual([[], '/carts'])
  expect(await userOf(visitor)).toMatchObject({
    response: {
      data: {
        login: 'nora',
        name: 'Nora Bell',
        email: 'nora@city.example',
        role: { name: 'contributor' },
        csrfToken: expect.any(String),
      },
    },
  })
  const later = await enter({ groups: 'nobody' })
  expect(await userOf(later.visitor)).toMatchObject({
    response: { data: { login: 'nora', role: { name: 'viewer' } } },
  })
})

test('an answer without a signature, by another key, or changed afterwards is refused', async () => {
  expect((await enter({ signed: false })).location).toEqual(failed)
  expect((await enter({ key: otherCertificate })).location).toEqual(failed)
  const visitor = openTestVisitor()
  const asked = await ask(visitor)
  const changed = Buffer.from(
    Buffer.from(await answerOf(asked), 'base64')
      .toString()
      .replaceAll('>nora<', '>admin<'),
  ).toString('base64')
  expect(await bring(visitor, asked, changed)).toEqual(failed)
  expect([...visitor.cookies.keys()]).not.toContain('cartouche_session')
})

test.for(['before', 'after'])('an unsigned assertion %s the signed one is not taken', async (place) => {
  const visitor = openTestVisitor()
  const asked = await ask(visitor)
  const good = Buffer.from(await answerOf(asked), 'base64').toString()
  const assertion = /<saml:Assertion.*<\/saml:Assertion>/s.exec(good)?.[0] ?? ''
  const forged = assertion
    .replace(/<ds:Signature.*<\/ds:Signature>/s, '')
    .replace(/ ID="[^"]+"/, ' ID="_forged"')
    .replaceAll('>nora<', '>admin<')
  expect(forged).toContain('>admin<')
  const both = good.replace(assertion, place === 'before' ? forged + assertion : assertion + forged)
  expect(await bring(visitor, asked, Buffer.from(both).toString('base64'))).toEqual(failed)
  expect(warnings.at(-1)?.reason).not.toMatch(/InResponseTo/)
})

test.for([
  [90, true],
  [-90 - 60, true],
  [200, false],
  [-200 - 60, false],
] as const)('a clock that is %i s ahead: %s', async ([aheadSeconds, isGood]) => {
  expect((await enter({ aheadSeconds })).location).toEqual(isGood ? '/carts' : failed)
})

test('an answer for another service, by another provider, or to another request is refused', async () => {
  expect((await enter({ audience: 'another-service' })).location).toEqual(failed)
  expect((await enter({ issuer: 'https://evil.example/' })).location).toEqual(failed)
  expect((await enter({ inResponseTo: '_another' })).location).toEqual(failed)
  expect((await enter({ format: Constants.namespace.format.transient })).location).toEqual(failed)
})

test('a replayed answer is refused, with its own request and with another', async () => {
  const visitor = openTestVisitor()
  const asked = await ask(visitor)
  const answer = await answerOf(asked)
  expect(await bring(visitor, asked, answer)).toBe('/carts')
  expect(await bring(visitor, asked, answer)).toEqual(failed)
  expect(await bring(visitor, await ask(visitor), answer)).toEqual(failed)
})

test('an answer that nobody asked for, or that another browser finishes, opens nothing', async () => {
  const visitor = openTestVisitor()
  expect(
    await bring(visitor, { relayState: '' }, await answerOf({ requestId: '_none', relayState: '' })),
  ).toEqual(failed)
  const asked = await ask(visitor)
  const stranger = openTestVisitor()
  expect(await bring(visitor, asked, await answerOf(asked), stranger)).toEqual(failed)
  expect([...visitor.cookies.keys(), ...stranger.cookies.keys()]).not.toContain('cartouche_session')
})

test('no open redirect, and nonsense is no answer', async () => {
  expect((await enter({}, 'https://evil.example/')).location).toBe('/')
  const visitor = openTestVisitor()
  for (const nonsense of [
    '',
    'x',
    Buffer.from('<a/>').toString('base64'),
    Buffer.from('<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>').toString('base64'),
  ])
    expect(await bring(visitor, await ask(visitor), nonsense)).toEqual(failed)
})

test('a provider reads what it must know of this server', async () => {
  const answer = await fetch(`${site.url}/api/rest/auth/metadata/city`)
  expect(answer.headers.get('content-type')).toContain('application/samlmetadata+xml')
  expect(await answer.text()).toMatch(
    new RegExp(`entityID="cartouche-test"[^]*${site.url}/api/rest/auth/callback/city`),
  )
})
