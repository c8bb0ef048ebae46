import { useCallback, useEffect } from 'react'
import {
  liveOf,
  preferenceKey,
  preferencesOf,
  savedSearchesOf,
  type PreferenceOptions,
  type PreferenceSnapshot,
  type SavedSearchesSnapshot,
} from '@cartouche/client'
import { useClient } from './provider.tsx'
import { useCan } from './use-session.ts'
import { useKey, useReadable } from './use-readable.ts'

/**
 * The saved searches that the user sees, read when the component comes; none are asked for by whose role
 * sees none. Order and filter: `selectSavedSearches`. Actions: `savedSearchesOf(useClient())`.
 */
export function useSavedSearches(): SavedSearchesSnapshot {
  const client = useClient()
  const searches = savedSearchesOf(client)
  const live = liveOf(client)
  const sees = useCan('savedsearch/view')
  useEffect(() => {
    if (!sees) return undefined
    const read = (): void => void searches.fetchSearches().catch(() => undefined)
    read()
    // What others share, change or take away is seen at once; what was missed, as soon as events come again.
    const stops = [live.on('search', read), live.onOpen(read)]
    return () => stops.forEach((stop) => stop())
  }, [searches, live, sees])
  return useReadable(searches)
}

/** A preference of the user, and how to set it; read when the first component comes. */
export function usePreference(
  key: string,
  { namespace, type }: PreferenceOptions = {},
): PreferenceSnapshot & { readonly set: (value: unknown) => void } {
  const preferences = preferencesOf(useClient())
  useEffect(() => {
    const options = namespace === undefined ? {} : { namespace }
    if (preferences.get(preferenceKey(key, namespace)).status === 'unknown')
      preferences.fetch(key, options).catch(() => undefined)
  }, [preferences, key, namespace])
  const set = useCallback(
    (value: unknown) => {
      preferences
        .set(key, value, {
          ...(namespace === undefined ? {} : { namespace }),
          ...(type === undefined ? {} : { type }),
        })
        .catch(() => undefined)
    },
    [preferences, key, namespace, type],
  )
  return { ...useKey(preferences, preferenceKey(key, namespace)), set }
}
