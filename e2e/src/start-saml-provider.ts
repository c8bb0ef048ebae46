import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { inflateRawSync } from 'node:zlib'
import { Constants, IdentityProvider, SamlLib, ServiceProvider } from 'samlify'
import { providerCertificate } from './provider-certificate.ts'

/** A provider of SAML 2 on this machine, which lets anybody in under the username that they type. */
export interface SamlProvider {
  readonly entryPoint: string
  readonly idpIssuer: string
  readonly certificate: string
  stop(): void
}

/** How the application calls itself. */
export const samlService = 'cartouche-journeys'

const attributes = ['displayName', 'mail'].map((name) => ({
  name,
  valueTag: name,
  nameFormat: 'urn:oasis:names:tc:SAML:2.0:attrname-format:basic',
  valueXsiType: 'xs:string',
}))

/**
 * Starts a provider on a free port. Its host name is another than that of the application: its answer comes
 * from another site, without cookies.
 */
export async function startSamlProvider(): Promise<SamlProvider> {
  const server = createServer()
  await new Promise<void>((done) => {
    server.listen(0, 'localhost', done)
  })
  const site = `http://localhost:${(server.address() as AddressInfo).port}`
  const provider: SamlProvider = {
    entryPoint: `${site}/sso`,
    idpIssuer: `${site}/`,
    certificate: providerCertificate.certificate,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
  server.on('request', (request, response) => {
    const answer = async (): Promise<void> => {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(
        request.method === 'POST'
          ? await answerPage(provider, request)
          : signInPage(new URL(request.url ?? '/', site).search),
      )
    }
    answer().catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  return provider
}

/** Asks for a username; the request of the application stays in the address. */
function signInPage(search: string): string {
  return `<!doctype html><title>City account</title><h1>City account</h1><form method="post" action="/sso${escaped(search)}"><label>Username <input name="login"></label><button>Sign in</button></form>`
}

/** Sends the signed answer to where the request says, by a form. */
async function answerPage(provider: SamlProvider, request: IncomingMessage): Promise<string> {
  const parameters = new URL(request.url ?? '/', provider.idpIssuer).searchParams
  const login = new URLSearchParams(await text(request)).get('login') ?? ''
  const asked = inflateRawSync(Buffer.from(parameters.get('SAMLRequest') ?? '', 'base64')).toString()
  const attributeOf = (name: string): string => new RegExp(`\\b${name}="([^"]+)"`).exec(asked)?.[1] ?? ''
  const callback = attributeOf('AssertionConsumerServiceURL')
  const answer = await sign(provider, { login, callback, requestId: attributeOf('ID') })
  return `<!doctype html><title>City account</title><form method="post" action="${escaped(callback)}"><input type="hidden" name="SAMLResponse" value="${escaped(answer)}">
    <input type="hidden" name="RelayState" value="${escaped(parameters.get('RelayState') ?? '')}"></form><script>document.forms[0].submit()</script>`
}

/** What the provider says of a person, signed by its key; base64. */
async function sign(
  { entryPoint, idpIssuer }: SamlProvider,
  {
    login,
    callback,
    requestId,
  }: { readonly login: string; readonly callback: string; readonly requestId: string },
): Promise<string> {
  const format = Constants.namespace.format.persistent
  const idp = IdentityProvider({
    entityID: idpIssuer,
    privateKey: providerCertificate.privateKey,
    signingCert: providerCertificate.certificate,
    isAssertionEncrypted: false,
    nameIDFormat: [format],
    singleSignOnService: [{ Binding: Constants.namespace.binding.redirect, Location: entryPoint }],
    loginResponseTemplate: { context: SamlLib.defaultLoginResponseTemplate.context, attributes },
  })
  const sp = ServiceProvider({
    entityID: samlService,
    wantAssertionsSigned: true,
    assertionConsumerService: [{ Binding: Constants.namespace.binding.post, Location: callback }],
  })
  const at = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString()
  const { context } = await idp.createLoginResponse(
    sp,
    { extract: { request: { id: requestId } } },
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
            Audience: samlService,
            EntityID: samlService,
            SubjectRecipient: callback,
            AssertionConsumerServiceURL: callback,
            Issuer: idpIssuer,
            IssueInstant: at(0),
            StatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Success',
            ConditionsNotBefore: at(0),
            ConditionsNotOnOrAfter: at(60),
            SubjectConfirmationDataNotOnOrAfter: at(60),
            NameIDFormat: format,
            NameID: login,
            InResponseTo: requestId,
            AuthnStatement: '',
            attrDisplayName: `${login} of the city`,
            attrMail: `${login}@city.example`,
          }),
        }
      },
    },
  )
  return context
}

const escaped = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
