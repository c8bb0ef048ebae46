import { calls, readsOf } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useMemo, useState } from 'react'
import type { BrowseState } from '../../address/browse-address.ts'
import { stateOfPhrase, type PhraseSearch, type ParsedPhrase } from './phrase-state.ts'

/** Milliseconds without a keystroke before a phrase is looked at. */
const typingPauseMs = 300
const freshMs = 60_000

/** What a phrase comes to, once the typing pauses; null where it says no more than its words. */
export function usePhrase(
  text: string,
  shown: Pick<BrowseState, 'view' | 'order'> = { view: 'grid', order: '' },
): PhraseSearch | null {
  const client = useClient()
  const [phrase] = useDebouncedValue(text.trim(), typingPauseMs)
  const [answer, setAnswer] = useState<ParsedPhrase | null>(null)
  useEffect(() => {
    if (phrase === '') return undefined
    let isWanted = true
    // Nobody asked for it: where it fails, the words are searched for as they are.
    readsOf(client)
      .read(calls.analyzePhrase, { phrase }, { freshMs })
      .then((found) => {
        if (isWanted) setAnswer(found)
      })
      .catch(() => undefined)
    return () => {
      isWanted = false
    }
  }, [client, phrase])
  const { view, order } = shown
  return useMemo(() => {
    if (answer?.query !== text.trim()) return null
    const search = stateOfPhrase(answer, { view, order })
    return search.entities.length === 0 ? null : search
  }, [answer, text, view, order])
}
