import { SAML, ValidateInResponseTo, type CacheProvider } from '@node-saml/node-saml'
import type { Claims } from './person-of.ts'
import type { SamlProvider } from '../../ground/settings/provider-settings.ts'

/** Clocks of two servers may differ by this much. */
const toleranceMs = 120_000
/** How long a person may take with the provider. */
const answerWithinMs = 600_000

/** Where the browser goes to sign in, and the id of the request that the answer has to name. */
export async function startSaml(
  provider: SamlProvider,
  callbackUrl: string,
  relayState: string,
  isFresh = false,
): Promise<{ url: string; requestId: string; requestedAt: string }> {
  const asked: { id: string; at: string }[] = []
  const cache: CacheProvider = {
    saveAsync: async (id, at) => {
      asked.push({ id, at })
      return null
    },
    getAsync: async () => null,
    removeAsync: async () => null,
  }
  const url = await samlOf(provider, callbackUrl, { cache, forceAuthn: isFresh }).getAuthorizeUrlAsync(
    relayState,
    undefined,
    {},
  )
  const [request] = asked
  if (!request) throw new Error('the request was not kept')
  return { url, requestId: request.id, requestedAt: request.at }
}

/**
 * What the provider says of the person: a signed assertion for this server, in time (clocks may differ by two
 * minutes), in answer to this one request.
 * @throws Error with the reason
 */
export async function finishSaml(
  provider: SamlProvider,
  callbackUrl: string,
  answer: string,
  asked: { readonly requestId: string; readonly requestedAt: string },
): Promise<Claims> {
  const left = new Map([[asked.requestId, asked.requestedAt]])
  const cache: CacheProvider = {
    saveAsync: async () => null,
    getAsync: async (id) => left.get(id) ?? null,
    removeAsync: async (id) => (id !== null && left.delete(id) ? id : null),
  }
  const { profile } = await samlOf(provider, callbackUrl, { cache }).validatePostResponseAsync({
    SAMLResponse: answer,
  })
  if (!profile) throw new Error('the answer holds no assertion')
  const { attributes, nameID, nameIDFormat, issuer } = profile
  // The library looks at the issuer of sign-outs alone.
  if (issuer !== provider.idpIssuer) throw new Error(`the answer is of ${issuer}`)
  if (nameIDFormat?.endsWith(':transient') && provider.mapping.subject === undefined)
    throw new Error('the name id is another one at each sign-in: name a claim as subject')
  return { ...(typeof attributes === 'object' && attributes !== null ? attributes : {}), nameID }
}

/** What a provider must know of this server, as XML. */
export function describeService(provider: SamlProvider, callbackUrl: string): string {
  return samlOf(provider, callbackUrl).generateServiceProviderMetadata(null, null)
}

function samlOf(
  { entryPoint, certificate, issuer, idpIssuer }: SamlProvider,
  callbackUrl: string,
  { cache, forceAuthn = false }: { readonly cache?: CacheProvider; readonly forceAuthn?: boolean } = {},
): SAML {
  return new SAML({
    callbackUrl,
    entryPoint,
    issuer,
    idpIssuer,
    audience: issuer,
    idpCert: certificate,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    disableRequestedAuthnContext: true,
    identifierFormat: null,
    signatureAlgorithm: 'sha256',
    acceptedClockSkewMs: toleranceMs,
    validateInResponseTo: ValidateInResponseTo.always,
    requestIdExpirationPeriodMs: answerWithinMs,
    forceAuthn,
    ...(cache ? { cacheProvider: cache } : {}),
  })
}
