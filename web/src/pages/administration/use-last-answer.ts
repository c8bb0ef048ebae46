import { useState } from 'react'

interface Answered<Asked, Answer> {
  readonly asked: Asked
  readonly answer: Answer
}

/** What was answered last, and to what: it stays until the next answer. Null before the first. */
export function useLastAnswer<Asked, Answer>(
  asked: Asked,
  answer: Answer | undefined,
): Answered<Asked, Answer> | null {
  const [last, setLast] = useState<Answered<Asked, Answer> | null>(null)
  if (answer === undefined) return last
  if (last?.answer === answer && JSON.stringify(last.asked) === JSON.stringify(asked)) return last
  const now = { asked, answer }
  setLast(now)
  return now
}
