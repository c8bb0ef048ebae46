import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  ClientSecretPost,
  clockTolerance,
  type Configuration,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
  randomNonce,
  randomPKCECodeVerifier,
} from 'openid-client'
import type { Claims } from './person-of.ts'
import { isThisMachine, type OidcProvider } from '../../ground/settings/provider-settings.ts'

/** Clocks of two servers may differ by this much. */
const toleranceSeconds = 120
/**
 * How long ago a person may have signed in at the provider where it is to make sure who they are.
 * @source decision 0111
 */
const freshSeconds = 600

/** The provider is to make sure who it is. */
interface Freshness {
  readonly isFresh?: boolean | undefined
}

const timeoutSeconds = 10

/** What is kept of a sign-in while the person is with the provider. */
export interface OidcSecrets {
  readonly nonce: string
  readonly verifier: string
}

const configurations = new WeakMap<OidcProvider, Promise<Configuration>>()

/**
 * Where the browser goes to sign in: code flow with PKCE, state and nonce.
 * @throws Error where the provider cannot be reached
 */
export async function startOidc(
  provider: OidcProvider,
  redirectUri: string,
  state: string,
  { nonce, verifier, isFresh }: OidcSecrets & Freshness,
): Promise<string> {
  const url = buildAuthorizationUrl(await configurationOf(provider), {
    redirect_uri: redirectUri,
    scope: provider.scope,
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(isFresh ? { max_age: String(freshSeconds) } : {}),
  })
  return url.href
}

/** New secrets for a sign-in. */
export function createOidcSecrets(): OidcSecrets {
  return { nonce: randomNonce(), verifier: randomPKCECodeVerifier() }
}

/** Who a provider vouches for. `idToken`: what the provider knows its own session by. */
export interface OidcAnswer {
  readonly claims: Claims
  readonly idToken: string
}

/**
 * What the provider says of the person: the claims of the id token, whose signature, issuer, audience, nonce
 * and time are checked, and those of the userinfo endpoint.
 * @throws Error with the reason
 */
export async function finishOidc(
  provider: OidcProvider,
  answeredAt: URL,
  state: string,
  { nonce, verifier, isFresh }: OidcSecrets & Freshness,
): Promise<OidcAnswer> {
  const configuration = await configurationOf(provider)
  const tokens = await authorizationCodeGrant(configuration, answeredAt, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
    ...(isFresh ? { maxAge: freshSeconds } : {}),
  })
  const claims = tokens.claims()
  if (!claims || tokens.id_token === undefined) throw new Error('the provider gave no id token')
  const more = configuration.serverMetadata().userinfo_endpoint
    ? await fetchUserInfo(configuration, tokens.access_token, claims.sub)
    : {}
  return { claims: { ...more, ...claims }, idToken: tokens.id_token }
}

/**
 * Where the browser goes to sign out at the provider, which sends it back to `returnTo`; undefined where the
 * provider offers no such address.
 * @throws Error where the provider cannot be reached
 * @source OpenID Connect RP-Initiated Logout 1.0 §2
 */
export async function endOidc(
  provider: OidcProvider,
  idToken: string,
  returnTo: string,
): Promise<string | undefined> {
  const configuration = await configurationOf(provider)
  if (!configuration.serverMetadata().end_session_endpoint) return undefined
  return buildEndSessionUrl(configuration, { id_token_hint: idToken, post_logout_redirect_uri: returnTo })
    .href
}

/** Asked once; where it fails, asked again at the next sign-in. */
function configurationOf(provider: OidcProvider): Promise<Configuration> {
  const known = configurations.get(provider)
  if (known) return known
  const { issuer, clientId, clientSecret } = provider
  const found = discovery(
    new URL(issuer),
    clientId,
    { [clockTolerance]: toleranceSeconds },
    clientSecret === undefined ? None() : ClientSecretPost(clientSecret),
    {
      timeout: timeoutSeconds,
      execute: [
        enableNonRepudiationChecks,
        ...(isThisMachine(new URL(issuer).hostname) ? [allowInsecureRequests] : []),
      ],
    },
  )
  configurations.set(provider, found)
  found.catch(() => configurations.delete(provider))
  return found
}
