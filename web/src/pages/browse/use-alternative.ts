import { calls, readsOf, type Client } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { stateOfPhrase, type Alternative } from '../../components/phrase/phrase-state.ts'
import { isConstrained, type BrowseState } from '../../address/browse-address.ts'
import { assetPath } from '../../address/browse-cursor.ts'
import type { Browse } from './use-browse.ts'

/**
 * What can be searched for in the place of words that nothing matches; null where there is nothing better.
 * After Enter it is searched for at once, and the list says so; while somebody types it is only offered.
 * @source decision 0126
 */
export function useAlternative({
  state,
  cursor,
  change,
}: Pick<Browse, 'state' | 'cursor' | 'change'>): Alternative | null {
  const client = useClient()
  const entered = useRouterState({ select: ({ location }) => location.state.entered })
  const [found, setFound] = useState<{
    readonly of: BrowseState
    readonly alternative: Alternative | null
  } | null>(null)
  const isEmpty =
    cursor.status === 'loaded' &&
    cursor.lastSignature === cursor.signature &&
    cursor.total === 0 &&
    state.fulltext !== ''
  useEffect(() => {
    if (!isEmpty) return undefined
    let isWanted = true
    // Nobody asked for it: where it fails, the words are searched for as they are.
    findAlternative(client, state).then(
      (alternative) => {
        if (isWanted) setFound({ of: state, alternative })
      },
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [client, isEmpty, state])
  const alternative = isEmpty && found?.of === state ? found.alternative : null
  const isApplied =
    alternative !== null &&
    state.exact === undefined &&
    (entered === state.fulltext || state.asked !== undefined)
  useEffect(() => {
    if (isApplied && alternative)
      change({ ...alternative.state, asked: state.asked ?? state.fulltext }, { replace: true })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each alternative that was found
  }, [isApplied, alternative])
  return isApplied ? null : alternative
}

async function findAlternative(client: Client, state: BrowseState): Promise<Alternative | null> {
  const { fulltext } = state
  // A phrase takes the place of all that was chosen: not where something else than the words was.
  if (!isConstrained({ ...state, fulltext: '' })) {
    const phrase = stateOfPhrase(await readsOf(client).read(calls.analyzePhrase, { phrase: fulltext }), state)
    if (phrase.entities.length > 0) return { state: phrase.state, phrase }
  }
  const {
    response: {
      data: [similar],
    },
  } = await client.call(calls.findEntities, { path: assetPath, fulltext, suggest: 'similar' })
  return typeof similar === 'string' ? { state: { ...state, fulltext: similar }, similar } : null
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The words that were searched for by Enter. */
    entered?: string | undefined
  }
}
