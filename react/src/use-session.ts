import {
  grantsAction,
  secondFactorsOf,
  sessionListOf,
  signedInUser,
  singleSignOnOf,
  type Factors,
  type CachedAnswer,
  type ListedSession,
  type SessionSnapshot,
  type SingleSignOnProvider,
} from '@cartouche/client'
import { useClient } from './provider.tsx'
import { useReadable, useSelected } from './use-readable.ts'

/** Who is signed in and how the session stands. Actions: `useClient().session`. */
export function useSession(): SessionSnapshot {
  return useReadable(useClient().session)
}

const userOf = (session: SessionSnapshot): SessionSnapshot['user'] => session.user

/** Who is signed in, or null. */
export function useCurrentUser(): SessionSnapshot['user'] {
  return useSelected(useClient().session, userOf)
}

/**
 * Who is signed in, for components that stand below a sign-in.
 * @throws user_unknown when nobody is
 */
export function useSignedInUser(): NonNullable<SessionSnapshot['user']> {
  return useSelected(useClient().session, signedInUser)
}

/** Whether the user's role grants an action, as `resource/action`. */
export function useCan(grant: string): boolean {
  return grantsAction(useCurrentUser()?.grants ?? [], grant)
}

/** The own second factors, once `secondFactorsOf(client).fetch()` has read them. */
export function useSecondFactors(): CachedAnswer<Factors> {
  return useReadable(secondFactorsOf(useClient()))
}

/** Where the user is signed in, once `sessionListOf(client).fetch()` has read it. */
export function useSessionList(): CachedAnswer<readonly ListedSession[]> {
  return useReadable(sessionListOf(useClient()))
}

/** Providers of single sign-on, once `singleSignOnOf(client).fetch()` has read them. */
export function useSingleSignOn(): CachedAnswer<readonly SingleSignOnProvider[]> {
  return useReadable(singleSignOnOf(useClient()))
}
