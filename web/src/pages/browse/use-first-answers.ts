import { useCallback, useState } from 'react'

/** How far down the parts of a panel have had their first answer. */
export interface FirstAnswers {
  /** How many parts from the first on stand still: those before the first that is still awaited. */
  readonly shown: number
  readonly onAnswer: (name: string) => void
}

/**
 * Parts have all heights, and are answered in any order. Each is shown once all before it are, so that none
 * pushes what is in sight. What comes later is not waited for again. @param names the parts from above
 */
export function useFirstAnswers(names: readonly string[]): FirstAnswers {
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set())
  const onAnswer = useCallback(
    (name: string) => setAnswered((before) => (before.has(name) ? before : new Set(before).add(name))),
    [],
  )
  const awaited = names.findIndex((name) => !answered.has(name))
  return { shown: awaited < 0 ? names.length : awaited, onAnswer }
}
