import { preferenceKey, preferencesOf } from '@cartouche/client'
import { useClient, usePreference, useCurrentUser } from '@cartouche/react'
import { useCallback, useEffect, useMemo } from 'react'

/** The preference that holds all view settings of a person, by name. */
const key = 'habits'

type ViewSetting = string | number | boolean
type ViewSettings = Readonly<Record<string, ViewSetting>>

/**
 * How a person likes to have something: the size of pictures, what is folded. They find it on each of their
 * machines; this one remembers it too, so that a page begins as it was left before the server has answered.
 * @source decision 0061
 */
export function useViewSetting<Value extends ViewSetting>(
  name: string,
  standard: Value,
): readonly [Value, (value: Value) => void] {
  const preferences = preferencesOf(useClient())
  const cacheKey = cacheKeyOf(useCurrentUser()?.id)
  const { status, value } = usePreference(key)
  const known = settingsOf(value)
  const cached = useMemo(() => readCache(cacheKey), [cacheKey])
  useEffect(() => {
    if (known) writeCache(cacheKey, known)
  }, [cacheKey, known])
  const set = useCallback(
    (next: Value) => {
      const keep = async (): Promise<void> => {
        const { status: now, value: present } = preferences.get(preferenceKey(key))
        // What another machine kept must be known before it is written over.
        const before =
          settingsOf(present) ?? (now === 'not_found' ? {} : settingsOf((await preferences.fetch(key)).value))
        await preferences.set(key, { ...before, [name]: next }, { type: 'json' })
      }
      keep().catch(() => undefined)
    },
    [preferences, name],
  )
  const setting = (known ?? (status === 'not_found' ? {} : cached))[name]
  // A view setting is read as the kind of value that it has.
  return [typeof setting === typeof standard ? (setting as Value) : standard, set]
}

/**
 * Whether the view settings of this person are loaded: until then a page would begin in a shape that they do
 * not like, and change it before their eyes.
 */
export function useViewSettingsLoaded(): boolean {
  const cacheKey = cacheKeyOf(useCurrentUser()?.id)
  const { status, value } = usePreference(key)
  const isCached = useMemo(() => Object.keys(readCache(cacheKey)).length > 0, [cacheKey])
  // Where they cannot be read, the page begins as it does for everybody.
  return (
    isCached || value !== undefined || status === 'loaded' || status === 'not_found' || status === 'error'
  )
}

function cacheKeyOf(userId: number | string | undefined): string {
  return `cartouche-habits-${userId ?? ''}`
}

function settingsOf(value: unknown): ViewSettings | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as ViewSettings)
    : undefined
}

function readCache(cacheKey: string): ViewSettings {
  try {
    return settingsOf(JSON.parse(localStorage.getItem(cacheKey) ?? '{}')) ?? {}
  } catch {
    return {}
  }
}

function writeCache(cacheKey: string, settings: ViewSettings): void {
  try {
    localStorage.setItem(cacheKey, JSON.stringify(settings))
  } catch {
    // A full storage: the server has it.
  }
}
