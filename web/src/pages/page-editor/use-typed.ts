import { useEffect, useRef, useState } from 'react'

/** Typing pauses that long before what was typed is taken, ms. */
const pauseMs = 400

/** What is typed into a field, and when it is taken. */
export interface Typed {
  readonly text: string
  readonly onText: (text: string) => void
  readonly onBlur: () => void
  /** Takes what was typed before a key of the editor does something with it. */
  readonly onKeyDown: (event: {
    readonly ctrlKey: boolean
    readonly metaKey: boolean
    readonly key: string
  }) => void
}

/**
 * Text that is taken when typing pauses, or the field is left or goes away: a word is one step to undo, not
 * each of its letters.
 */
export function useTyped(value: string, onTake: (text: string) => void): Typed {
  const [draft, setDraft] = useState<string | null>(null)
  const latest = useRef<{ draft: string | null; take: () => void }>({ draft: null, take: () => undefined })
  useEffect(() => {
    latest.current.take = () => {
      const text = latest.current.draft
      latest.current.draft = null
      setDraft(null)
      if (text !== null && text !== value) onTake(text)
    }
  })
  useEffect(() => {
    if (draft === null) return undefined
    const timer = setTimeout(() => latest.current.take(), pauseMs)
    return () => clearTimeout(timer)
  }, [draft])
  useEffect(() => {
    const last = latest.current
    return () => last.take()
  }, [])
  return {
    text: draft ?? value,
    onText: (text) => {
      latest.current.draft = text
      setDraft(text)
    },
    onBlur: () => latest.current.take(),
    onKeyDown: ({ ctrlKey, metaKey, key }) => {
      if ((ctrlKey || metaKey) && key.toLowerCase() === 's') latest.current.take()
    },
  }
}
