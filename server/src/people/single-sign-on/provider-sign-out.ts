import type { Context } from '../../access/context.ts'
import { deleteChallenge, insertChallenge } from '../session/challenges.sql.ts'
import { endOidc } from './oidc.ts'
import type { OidcProvider } from '../../ground/settings/provider-settings.ts'

/** Stands for the session at the provider, in the browser that has it. */
const providerCookie = 'cartouche_provider_session'
/** As long as a session lasts at most. */
const longestSeconds = 90 * 86_400

/** Remembers by which provider this browser signed in, where a sign-out is to lead there. */
export async function keepProviderSession(
  context: Context,
  provider: OidcProvider,
  idToken: string,
): Promise<void> {
  if (!provider.signsOutAtProvider) return
  const value = await insertChallenge(
    context.database,
    { kind: 'provider-session', user_id: null, data: { provider: provider.id, idToken } },
    longestSeconds,
  )
  context.setCookie({ name: providerCookie, value, httpOnly: true, maxAgeSeconds: longestSeconds })
}

/**
 * Where this browser goes on to, to sign out at the provider too; undefined where it did not sign in by one,
 * or the provider has no sign-out. It says so once. A provider that cannot be reached keeps nobody signed in
 * here: the reason is for the log.
 */
export async function endProviderSession(context: Context): Promise<string | undefined> {
  const { database, request, settings, log } = context
  const token = request.cookies[providerCookie]
  if (!token) return undefined
  context.setCookie({ name: providerCookie, value: '', httpOnly: true, maxAgeSeconds: 0 })
  // Written by this module alone.
  const kept = (await deleteChallenge(database, token, 'provider-session'))?.data as
    | { readonly provider: string; readonly idToken: string }
    | undefined
  const provider = settings.singleSignOn.find(({ id }) => id === kept?.provider)
  if (!kept || provider?.kind !== 'oidc' || !provider.signsOutAtProvider) return undefined
  return endOidc(provider, kept.idToken, `${request.baseUrl}/sign-in`).catch((error: unknown) => {
    log.warn(
      {
        provider: provider.id,
        reason: error instanceof Error ? error.message : String(error),
        requestId: context.requestId,
      },
      'the sign-out at a provider failed',
    )
    return undefined
  })
}
