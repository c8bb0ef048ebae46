import { preferenceKey, preferencesOf } from '@cartouche/client'
import { useClient, usePreference, useSurfer } from '@cartouche/react'
import { useCallback, useEffect, useMemo } from 'react'

/** The preference that holds all habits of a person, by name. */
const key = 'habits'

type Habit = string | number | boolean
type Habits = Readonly<Record<string, Habit>>

/**
 * How a person likes to have something: the size of pictures, what is folded. They find it on each of their
 * machines; this one remembers it too, so that a page begins as it was left before the server has answered.
 * @source decision 0061
 */
export function useHabit<Value extends Habit>(
  name: string,
  standard: Value,
): readonly [Value, (value: Value) => void] {
  const preferences = preferencesOf(useClient())
  const cacheKey = cacheKeyOf(useSurfer()?.id)
  const { status, value } = usePreference(key)
  const known = habitsOf(value)
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
          habitsOf(present) ?? (now === 'not_found' ? {} : habitsOf((await preferences.fetch(key)).value))
        await preferences.set(key, { ...before, [name]: next }, { type: 'json' })
      }
      keep().catch(() => undefined)
    },
    [preferences, name],
  )
  const habit = (known ?? (status === 'not_found' ? {} : cached))[name]
  // A habit was written as the kind of value that it has.
  return [typeof habit === typeof standard ? (habit as Value) : standard, set]
}

/**
 * Whether the habits of this person are known: until then a page would begin in a shape that they do not
 * like, and change it before their eyes.
 */
export function useAreHabitsKnown(): boolean {
  const cacheKey = cacheKeyOf(useSurfer()?.id)
  const { status, value } = usePreference(key)
  const isCached = useMemo(() => Object.keys(readCache(cacheKey)).length > 0, [cacheKey])
  // Where they cannot be read, the page begins as it does for everybody.
  return (
    isCached || value !== undefined || status === 'loaded' || status === 'not_found' || status === 'error'
  )
}

function cacheKeyOf(surferId: number | string | undefined): string {
  return `cartouche-habits-${surferId ?? ''}`
}

function habitsOf(value: unknown): Habits | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Habits) : undefined
}

function readCache(cacheKey: string): Habits {
  try {
    return habitsOf(JSON.parse(localStorage.getItem(cacheKey) ?? '{}')) ?? {}
  } catch {
    return {}
  }
}

function writeCache(cacheKey: string, habits: Habits): void {
  try {
    localStorage.setItem(cacheKey, JSON.stringify(habits))
  } catch {
    // A full storage: the server has it.
  }
}
