import { wordsOf } from '@cartouche/client'
import { useClient, useKey } from '@cartouche/react'
import { useDebouncedCallback } from '@mantine/hooks'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { readBrowseAddress, writeBrowseAddress } from '../../address/browse-address.ts'
import { ConditionWords } from '../constraint-chips/conditions.tsx'
import { usePhrase } from '../phrase/use-phrase.ts'
import { SearchByPicture } from '../similar-pictures/search-by-picture.tsx'
import { SearchBox } from './search-box.tsx'
import { askAddress, followAddress, showAddress } from './typed-text.ts'

const words = { name: 'search-words', path: 'dam/data/asset' }

/** Milliseconds without a keystroke before the list under the search box follows. */
const typingPauseMs = 250

/**
 * The search box bound to the address: in the list it searches while typing, elsewhere on Enter. Constraints
 * stay when the words change; a phrase that is understood takes the place of all of them.
 */
export function FrameSearch() {
  const client = useClient()
  const { cursors } = client
  const navigate = useNavigate()
  const search = useRouterState({
    select: ({ location }) => location.search as Record<string, string | string[]>,
  })
  const inList = useRouterState({ select: ({ location }) => location.pathname === '/browse' })
  const text = inList && typeof search['q'] === 'string' ? search['q'] : ''
  useEffect(() => cursors.ensure(words), [cursors])
  const completions = wordsOf(client)
  const { textSuggests, input, status } = useKey(completions, words.name)
  const [phrase, setPhrase] = useState('')
  const [typed, setTyped] = useState(() => showAddress(text))
  if (typed.address !== text) setTyped(followAddress(typed, text))
  const found = usePhrase(phrase, readBrowseAddress(inList ? search : {}))

  const go = (next: string, isEntered: boolean): void => {
    const isThere = inList && next === text && typed.asked.length === 0
    if (!isEntered && (!inList || isThere)) return
    setTyped((now) => askAddress(now, next))
    // Other words are asked in their own right.
    const { asked: _asked, exact: _exact, ...others } = inList ? search : {}
    void navigate({
      to: '/browse',
      search: { ...others, q: next },
      replace: !isEntered || next === text,
      state: isEntered ? { entered: next } : {},
    })
  }
  const goAfterPause = useDebouncedCallback(() => go(typed.value.trim(), false), typingPauseMs)
  const suggest = useDebouncedCallback(
    (next: string) => void completions.suggest(words.name, next).catch(() => undefined),
    200,
  )
  return (
    <SearchByPicture>
      {(button) => (
        <SearchBox
          phraseOption={found === null ? undefined : <ConditionWords state={found.state} />}
          onPhrase={() => {
            goAfterPause.cancel()
            setPhrase('')
            if (found === null) return
            setTyped((now) => askAddress({ ...now, value: found.fulltext }, found.fulltext))
            void navigate({ to: '/browse', search: writeBrowseAddress(found.state) })
          }}
          tool={button}
          value={typed.value}
          suggestions={input === '' ? [] : textSuggests}
          suggestedFor={status === 'loaded' ? input : ''}
          onType={(next) => {
            setTyped((now) => ({ ...now, value: next }))
            suggest(next)
            setPhrase(next)
            if (inList) goAfterPause()
          }}
          onSearch={(next) => {
            goAfterPause.cancel()
            setTyped((now) => ({ ...now, value: next }))
            go(next.trim(), true)
          }}
        />
      )}
    </SearchByPicture>
  )
}
