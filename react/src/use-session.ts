import {
  grantsAction,
  secondFactorsOf,
  sessionListOf,
  singleSignOnOf,
  type Factors,
  type KeptAnswer,
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

const surferOf = (session: SessionSnapshot): SessionSnapshot['surfer'] => session.surfer

/** Who is signed in, or null. */
export function useSurfer(): SessionSnapshot['surfer'] {
  return useSelected(useClient().session, surferOf)
}

/** Whether the user's role grants an action, as `resource/action`. */
export function useCan(grant: string): boolean {
  return grantsAction(useSurfer()?.grants ?? [], grant)
}

/** The own second factors, once `secondFactorsOf(client).fetch()` has read them. */
export function useSecondFactors(): KeptAnswer<Factors> {
  return useReadable(secondFactorsOf(useClient()))
}

/** Where the user is signed in, once `sessionListOf(client).fetch()` has read it. */
export function useSessionList(): KeptAnswer<readonly ListedSession[]> {
  return useReadable(sessionListOf(useClient()))
}

/** Providers of single sign-on, once `singleSignOnOf(client).fetch()` has read them. */
export function useSingleSignOn(): KeptAnswer<readonly SingleSignOnProvider[]> {
  return useReadable(singleSignOnOf(useClient()))
}
