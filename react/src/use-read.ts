import { calls, type Call, type CallParameters, type Calls, type ClientAnswer, type ReadFor, type ReadSnapshot } from '@cartouche/client'
import { useClient } from './provider.tsx'
import { useReadable } from './use-readable.ts'

/** A plain read, kept for a while: `useRead(calls.listVariations, { object: 'asset', id: '12' })`. */
export function useRead<C extends Call>(call: C, parameters: CallParameters<C>, options?: ReadFor): ReadSnapshot<ClientAnswer<C>> {
  return useReadable(useClient().reads.observe(call, parameters, options))
}

/** What the server says of itself before a sign-in: name of the organisation, limits, what this machine cannot do. */
export function useConfig(): ReadSnapshot<ClientAnswer<Calls['getConfig']>> {
  return useRead(calls.getConfig, {}, { freshMs: Number.POSITIVE_INFINITY })
}
