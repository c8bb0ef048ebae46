import { calls } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { Link } from './asset-fields.ts'
import { newLink } from './new-links.ts'
import { typedLink, wordsIn, type TypedLink } from './typed-link.ts'
import { usePointerUp } from './use-pointer-up.ts'

interface TypedLinksOptions {
  /** Around the field: its form waits for what is being taken. */
  readonly root: RefObject<HTMLDivElement | null>
  readonly path: string
  readonly single: boolean
  readonly ids: readonly number[]
  readonly onIds: (ids: readonly number[]) => void
  readonly mayCreate: boolean
  /** Whether what is new is created at once; else its form does, by `createNewLinks`. */
  readonly createsAtOnce: boolean
  /** Entities that are known already. */
  readonly offered: readonly Link[]
  /** Ids that are not taken. */
  readonly without: readonly number[]
  /** An entity whose name is needed from now on. */
  readonly onLink: (link: Link) => void
  readonly onError: (error: unknown) => void
}

/** What is typed into a field of links, and how it is taken. */
export interface TypedLinks {
  readonly sought: string
  /** Whether what was typed stands for nothing. */
  readonly isUnknown: boolean
  readonly setSought: (text: string) => void
  readonly create: (name: string) => Promise<void>
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
  readonly onFocus: () => void
  readonly onBlur: () => void
}

/**
 * Takes what is typed: Enter and comma take the first match or a new word, leaving the field takes the word
 * as it stands, and what stands for nothing stays in the field. A form around it is submitted when all that
 * was typed is taken.
 */
export function useTypedLinks(options: TypedLinksOptions): TypedLinks {
  const { takeWord, create } = useTakeWord(options)
  const whenUp = usePointerUp()
  const typed = useRef('')
  const taking = useRef<Promise<unknown>>(Promise.resolve())
  const open = useRef(0)
  const isLeft = useRef(false)
  const hasMoved = useRef(false)
  const [sought, show] = useState('')
  const [isUnknown, setUnknown] = useState(false)

  const setSought = (text: string): void => {
    // The component library empties the field that is left; what was typed is taken or stays.
    if (isLeft.current) return
    hasMoved.current = false
    typed.current = text
    setUnknown(false)
    show(text)
  }
  const restore = (words: readonly string[]): void => {
    typed.current = [...words, ...wordsIn(typed.current)].join(', ')
    show(typed.current)
    setUnknown(true)
  }
  const takeAll = async (words: readonly string[], isLeaving: boolean): Promise<void> => {
    const left: string[] = []
    for (const word of words) if (!(await takeWord(word, isLeaving))) left.push(word)
    if (left.length > 0) restore(left)
  }
  const take = (isLeaving: boolean): void => {
    const words = wordsIn(typed.current)
    if (words.length === 0) return
    typed.current = ''
    show('')
    open.current++
    taking.current = taking.current
      .then(() => takeAll(words, isLeaving))
      .finally(() => {
        open.current--
      })
  }
  useHeldForm(options.root, () => {
    take(true)
    return open.current === 0 ? undefined : taking.current.then(() => typed.current === '')
  })
  return {
    sought,
    isUnknown,
    setSought,
    create,
    onFocus: () => {
      isLeft.current = false
    },
    onBlur: () => {
      isLeft.current = true
      whenUp(() => take(true))
    },
    onKeyDown: (event) => {
      if (event.nativeEvent.isComposing) return
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') hasMoved.current = true
      const takes =
        event.key === ',' || (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && !hasMoved.current)
      if (!takes || typed.current.trim() === '') return
      event.preventDefault()
      take(false)
    },
  }
}

/**
 * Takes one word, with the ids and handlers of the last rendering; false where it stands for nothing or could
 * not be taken.
 */
function useTakeWord(
  options: TypedLinksOptions,
): Pick<TypedLinks, 'create'> & { takeWord: (word: string, isLeaving: boolean) => Promise<boolean> } {
  const client = useClient()
  const latest = useRef(options)
  const ids = useRef(options.ids)
  useEffect(() => {
    latest.current = options
    ids.current = options.ids
  })
  const add = (link: Link): void => {
    const { single, onIds, onLink } = latest.current
    ids.current = single ? [link.id] : [...new Set([...ids.current, link.id])]
    // A form that waits reads the new ids as soon as it goes on.
    flushSync(() => {
      onLink(link)
      onIds(ids.current)
    })
  }
  const create = async (name: string): Promise<void> => {
    const { path, createsAtOnce } = latest.current
    if (!createsAtOnce) return add(newLink(path, name))
    const entity = await client.entities.create(path, { name })
    if (entity !== null) add({ id: entity.id, name })
  }
  const takeWord = async (word: string, isLeaving: boolean): Promise<boolean> => {
    try {
      const meant = await findTyped(client, latest.current, word, isLeaving)
      if (meant.kind === 'link') add(meant.link)
      else if (meant.kind === 'new') await create(meant.name)
      return meant.kind !== 'none'
    } catch (error) {
      latest.current.onError(error)
      return false
    }
  }
  return { takeWord, create }
}

/** What the list shows may be of a shorter word: the library is asked for this one. */
async function findTyped(
  client: ReturnType<typeof useClient>,
  options: TypedLinksOptions,
  word: string,
  isLeaving: boolean,
): Promise<TypedLink> {
  const { path, single, mayCreate, offered, without } = options
  const { response } = await client.call(calls.findEntities, {
    path,
    max: 20,
    orderby: 'name asc',
    withAggregates: false,
    fulltext: word,
  })
  const found = response.data.flatMap((one): Link[] =>
    typeof one === 'string' ? [] : [{ id: one.id, name: one.name ?? String(one.id) }],
  )
  return typedLink(
    word,
    [...found, ...offered].filter(({ id }) => !without.includes(id)),
    { mayCreate: mayCreate && !(single && isLeaving), isLeaving },
  )
}

/**
 * Holds the submit of the form around an element while `settle` answers a promise, and submits it again where
 * that comes true. `settle` answers undefined where nothing is to be waited for.
 */
function useHeldForm(root: RefObject<HTMLElement | null>, settle: () => Promise<boolean> | undefined): void {
  useEffect(() => {
    const form = root.current?.closest('form')
    const hold = (event: SubmitEvent): void => {
      const settled = settle()
      if (settled === undefined) return
      event.preventDefault()
      event.stopImmediatePropagation()
      // What stands for nothing stays in the field, and the form with it.
      void settled.then((isTaken) => {
        if (isTaken) form?.requestSubmit()
      })
    }
    form?.addEventListener('submit', hold, true)
    return () => form?.removeEventListener('submit', hold, true)
  })
}
