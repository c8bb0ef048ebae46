import { ApiError, isApiError, type CallAnswer, type CallInput, type Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { byteSourceOf, type ByteSource } from '../../ground/bytes/byte-source.ts'
import { requireFactor } from '../factors/require-factor.ts'
import type { Redirect } from '../../access/handler.ts'
import { deleteChallenge, insertChallenge, updateChallenge } from '../session/challenges.sql.ts'
import { openSession } from '../session/open-session.ts'
import { createToken, hashToken } from '../session/tokens.ts'
import { enterPerson } from './enter-person.ts'
import { createOidcSecrets, finishOidc, startOidc, type OidcSecrets } from './oidc.ts'
import { ClaimsError, personOf, type Claims } from './person-of.ts'
import { keepProviderSession } from './provider-sign-out.ts'
import type { Provider } from '../../ground/settings/provider-settings.ts'
import { returnPath } from './return-path.ts'

/** Says that the browser that comes back is the one that went. */
const browserCookie = 'cartouche_single_sign_on'
const withProviderSeconds = 600
const finishSeconds = 60

/** With its reader of XML, for the few organisations that sign in so. */
const loadSaml = () => import('./saml.ts')

/** What is kept of a sign-in under way. `browser`: hash of its cookie. */
interface Journey {
  readonly provider: string
  readonly returnTo: string
  /** The provider was asked to make sure who it is. */
  readonly isFresh?: boolean
  readonly browser: string
  readonly oidc?: OidcSecrets
  readonly saml?: { readonly requestId: string; readonly requestedAt: string }
  readonly claims?: Claims
}

/** The providers of single sign-on, and where to go to sign in with each. @source portal §7 Session */
export async function getAuthConfig(
  { settings }: Pick<Context, 'settings'>,
  { relativeURL }: CallInput<Calls['getAuthConfig']>,
): Promise<CallAnswer<Calls['getAuthConfig']>> {
  const options = returnPath(relativeURL)
  const urlOf = (id: string): string =>
    `/api/rest/auth/start/${id}${options === '/' ? '' : `?${new URLSearchParams({ relativeURL: options })}`}`
  return {
    status: 'ok',
    providers: settings.singleSignOn.map(({ id, name, kind }) => ({ id, name, kind, url: urlOf(id) })),
  }
}

/**
 * Sends the browser to a provider. Where that cannot be reached, the sign-in page says so.
 * @throws provider_not_found
 */
export async function startSingleSignOn(
  context: Context,
  input: CallInput<Calls['startSingleSignOn']>,
): Promise<Redirect> {
  const { database, request } = context
  const provider = requireProvider(context, input.provider)
  const cookie = request.cookies[browserCookie] || createToken()
  const journey: Journey = {
    provider: provider.id,
    returnTo: returnPath(input.relativeURL),
    browser: hashToken(cookie),
    isFresh: input.fresh === true,
    ...(provider.kind === 'oidc' ? { oidc: createOidcSecrets() } : {}),
  }
  return orFailure(context, provider, journey.returnTo, async () => {
    const state = await insertChallenge(
      database,
      { kind: 'single-sign-on', user_id: null, data: { ...journey } },
      withProviderSeconds,
    )
    context.setCookie({
      name: browserCookie,
      value: cookie,
      httpOnly: true,
      maxAgeSeconds: withProviderSeconds,
    })
    if (provider.kind === 'oidc')
      return {
        redirectTo: await startOidc(provider, callbackOf(context, provider), state, {
          ...(journey.oidc ?? createOidcSecrets()),
          isFresh: journey.isFresh,
        }),
      }
    const { startSaml } = await loadSaml()
    const { url, ...saml } = await startSaml(provider, callbackOf(context, provider), state, journey.isFresh)
    await updateChallenge(database, state, { saml })
    return { redirectTo: url }
  })
}

/** Takes the answer of a provider of OpenID Connect, and signs the person in. @throws provider_not_found */
export async function takeOidcAnswer(
  context: Context,
  { provider: id, ...parameters }: CallInput<Calls['takeOidcAnswer']>,
): Promise<Redirect> {
  const provider = requireProvider(context, id)
  const journey = await takeJourney(context, provider, parameters.state ?? '')
  return orFailure(context, provider, journey?.returnTo ?? '/', async () => {
    if (provider.kind !== 'oidc' || !journey?.oidc || !isSameBrowser(context, journey))
      throw new ClaimsError('this browser did not ask for it, or the answer came twice or too late')
    const answeredAt = new URL(callbackOf(context, provider))
    for (const [name, value] of Object.entries(parameters))
      if (value !== undefined) answeredAt.searchParams.set(name, value)
    const { claims, idToken } = await finishOidc(provider, answeredAt, parameters.state ?? '', {
      ...journey.oidc,
      isFresh: journey.isFresh,
    })
    const entered = await enter(context, provider, journey, claims)
    await keepProviderSession(context, provider, idToken)
    return entered
  })
}

/**
 * Takes the answer of a SAML provider. It comes as a form from another site, without this site's cookies: who
 * may sign in with it is seen at the next address.
 * @throws provider_not_found
 */
export async function takeSamlAnswer(
  context: Context,
  { provider: id, SAMLResponse, RelayState }: CallInput<Calls['takeSamlAnswer']>,
): Promise<Redirect> {
  const provider = requireProvider(context, id)
  const journey = await takeJourney(context, provider, RelayState)
  return orFailure(context, provider, journey?.returnTo ?? '/', async () => {
    if (provider.kind !== 'saml' || !journey?.saml)
      throw new ClaimsError('nobody asked for it, or the answer came twice or too late')
    const { finishSaml } = await loadSaml()
    const claims = await finishSaml(provider, callbackOf(context, provider), SAMLResponse, journey.saml)
    const answer = await insertChallenge(
      context.database,
      { kind: 'single-sign-on', user_id: null, data: { ...journey, claims } },
      finishSeconds,
    )
    return { redirectTo: `/api/rest/auth/finish/${provider.id}?${new URLSearchParams({ answer })}` }
  })
}

/** Signs in what a SAML provider answered, in the browser that asked. @throws provider_not_found */
export async function finishSingleSignOn(
  context: Context,
  { provider: id, answer }: CallInput<Calls['finishSingleSignOn']>,
): Promise<Redirect> {
  const provider = requireProvider(context, id)
  const journey = await takeJourney(context, provider, answer)
  return orFailure(context, provider, journey?.returnTo ?? '/', async () => {
    if (!journey?.claims || !isSameBrowser(context, journey))
      throw new ClaimsError('this browser did not ask for it, or the answer came twice or too late')
    return enter(context, provider, journey, journey.claims)
  })
}

/** What a SAML provider must know of this server. @throws provider_not_found */
export async function getSamlMetadata(
  context: Context,
  { provider: id }: CallInput<Calls['getSamlMetadata']>,
): Promise<ByteSource> {
  const provider = requireProvider(context, id)
  if (provider.kind !== 'saml') throw new ApiError('provider_not_found', { provider: id })
  const { describeService } = await loadSaml()
  return byteSourceOf(Buffer.from(describeService(provider, callbackOf(context, provider))), {
    mediaType: 'application/samlmetadata+xml',
    cacheControl: 'no-store',
    fileName: `cartouche-${id}.xml`,
    disposition: 'attachment',
  })
}

async function enter(
  context: Context,
  provider: Provider,
  { returnTo, isFresh = false }: Journey,
  claims: Claims,
): Promise<Redirect> {
  const id = await enterPerson(context, provider, personOf(provider, claims))
  try {
    if (!provider.isTrustedForSecondFactor) await requireFactor(context, id)
  } catch (error) {
    if (!isApiError(error, 'second_factor_needed') && !isApiError(error, 'second_factor_enrolment_needed'))
      throw error
    // Behind the hash: it reaches no server and no log.
    const asked = new URLSearchParams({
      code: error.code,
      ...Object.fromEntries(Object.entries(error.data).map(([name, value]) => [name, String(value)])),
    })
    return { redirectTo: `/sign-in${searchOf({ to: returnTo })}#${asked}` }
  }
  await openSession(context, { kind: 'user', id }, provider.kind, { cookieauth: true, isProven: isFresh })
  return { redirectTo: returnTo }
}

/** What fails leads back to the sign-in page, which shows it; the reason is for the log. */
async function orFailure(
  context: Context,
  provider: Provider,
  returnTo: string,
  work: () => Promise<Redirect>,
): Promise<Redirect> {
  try {
    return await work()
  } catch (error) {
    const reason =
      error instanceof Error
        ? [error.message, error.cause instanceof Error ? error.cause.message : ''].filter(Boolean).join(': ')
        : String(error)
    context.log.warn(
      { provider: provider.id, reason: reason.slice(0, 500), requestId: context.requestId },
      'a single sign-on failed',
    )
    return { redirectTo: `/sign-in${searchOf({ to: returnTo, failed: provider.id })}` }
  }
}

function searchOf({ to, ...others }: { readonly to: string; readonly failed?: string }): string {
  const search = new URLSearchParams({ ...(to === '/' ? {} : { to }), ...others })
  return search.size > 0 ? `?${search}` : ''
}

async function takeJourney(
  { database }: Context,
  provider: Provider,
  token: string,
): Promise<Journey | undefined> {
  const taken = await deleteChallenge(database, token, 'single-sign-on')
  // Written by this module alone.
  const journey = taken?.data as Journey | undefined
  return journey?.provider === provider.id ? journey : undefined
}

function isSameBrowser({ request }: Context, { browser }: Journey): boolean {
  return hashToken(request.cookies[browserCookie] ?? '') === browser
}

function requireProvider({ settings }: Context, id: string): Provider {
  const provider = settings.singleSignOn.find((one) => one.id === id)
  if (!provider) throw new ApiError('provider_not_found', { provider: id })
  return provider
}

function callbackOf({ request }: Context, { id }: Provider): string {
  return `${request.baseUrl}/api/rest/auth/callback/${id}`
}
