import { grantsAction, type SessionSnapshot } from '@cartouche/client'
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

/** Whether the surfer's role grants an action, as `resource/action`. */
export function useCan(grant: string): boolean {
  return grantsAction(useSurfer()?.grants ?? [], grant)
}
