import {
  calls,
  readsOf,
  type Call,
  type CallAnswer,
  type CallParameters,
  type Calls,
  type ReadFor,
  type ReadSnapshot,
} from '@cartouche/client'
import { useClient } from './provider.tsx'
import { suspend, type SuspenseOption } from './suspend.ts'
import { useReadable } from './use-readable.ts'

/** A plain read, kept for a while: `useRead(calls.listVariations, { object: 'asset', id: '12' })`. */
export function useRead<C extends Call>(
  call: C,
  parameters: CallParameters<C>,
  { suspense, ...options }: ReadFor & SuspenseOption = {},
): ReadSnapshot<CallAnswer<C>> {
  const readable = readsOf(useClient()).observe(call, parameters, options)
  const snapshot = useReadable(readable)
  // It is read while somebody listens, as whoever waits does.
  if (suspense)
    suspend(readable, '', readable, { isThere: ({ data }) => data !== undefined, start: () => undefined })
  return snapshot
}

/**
 * What the server says of itself before a sign-in: name of the organisation, limits, what this machine cannot
 * do.
 */
export function useConfig(): ReadSnapshot<CallAnswer<Calls['getConfig']>> {
  return useRead(calls.getConfig, {}, { freshMs: Number.POSITIVE_INFINITY })
}
