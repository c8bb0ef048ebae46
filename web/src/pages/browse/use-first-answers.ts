import { useCallback, useEffect, useState } from 'react'

/** A part that is slow holds up the others no longer than this. */
const patienceMs = 3000

/** Which parts of a panel have had their first answer. */
export interface FirstAnswers {
  /** Whether all have, or it took too long: then the panel is shown, and stands still. */
  readonly areIn: boolean
  readonly onAnswer: (name: string) => void
}

/** Waits for the first answer of each part; what comes later is not waited for again. */
export function useFirstAnswers(names: readonly string[]): FirstAnswers {
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set())
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patienceMs)
    return () => clearTimeout(timer)
  }, [])
  const onAnswer = useCallback((name: string) => setAnswered((before) => (before.has(name) ? before : new Set(before).add(name))), [])
  return { areIn: isLate || names.every((name) => answered.has(name)), onAnswer }
}
