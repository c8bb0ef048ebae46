import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState, type KeyboardEvent } from 'react'
import type { MentionedPerson } from './mention-text.ts'

/** People who are offered for what is typed of a name. */
export interface Mentions {
  readonly isOpen: boolean
  readonly people: readonly MentionedPerson[]
  /** The one that Enter picks. */
  readonly index: number
  /** Takes a key that is for the list; false: it is for the text. */
  readonly press: (
    event: KeyboardEvent,
    pick: (person: MentionedPerson) => void,
    close: () => void,
  ) => boolean
}

const asksAfterMs = 120

/** Finds people while a name is typed; `looked` undefined: no name is. */
export function useMentions(
  looked: string | undefined,
  find: (text: string) => Promise<readonly MentionedPerson[]>,
): Mentions {
  const [asked] = useDebouncedValue(looked, asksAfterMs)
  const [found, setFound] = useState<{
    readonly of: string
    readonly people: readonly MentionedPerson[]
  } | null>(null)
  const [index, setIndex] = useState(0)
  useEffect(() => {
    if (asked === undefined) return undefined
    let isOld = false
    find(asked).then(
      (people) => {
        if (isOld) return
        setFound({ of: asked, people })
        setIndex(0)
      },
      () => undefined,
    )
    return () => {
      isOld = true
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- for another text alone
  }, [asked])
  const people = looked !== undefined && found !== null && found.of === asked ? found.people : []
  const isOpen = people.length > 0
  return {
    isOpen,
    people,
    index: Math.min(index, people.length - 1),
    press(event, pick, close) {
      if (!isOpen) return false
      const chosen = people[Math.min(index, people.length - 1)]
      if (event.key === 'ArrowDown') setIndex((index + 1) % people.length)
      else if (event.key === 'ArrowUp') setIndex((index + people.length - 1) % people.length)
      else if ((event.key === 'Enter' && !event.ctrlKey && !event.metaKey) || event.key === 'Tab') {
        if (chosen) pick(chosen)
      } else if (event.key === 'Escape') close()
      else return false
      event.preventDefault()
      event.stopPropagation()
      return true
    },
  }
}
