import { useClient, useKey } from '@cartouche/react'
import { useDebouncedCallback } from '@mantine/hooks'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { SearchBox } from './search-box.tsx'

const words = { name: 'search-words', path: 'dam/data/asset' }

/** Milliseconds without a keystroke before the list under the search box follows. */
const typingPauseMs = 250

/** The search box bound to the address: in the list it searches while typing, elsewhere on Enter. Constraints stay when the words change. */
export function FrameSearch({ big = false }: { readonly big?: boolean }) {
  const { cursors } = useClient()
  const navigate = useNavigate()
  const search = useRouterState({ select: ({ location }) => location.search as Record<string, string | string[]> })
  const inList = useRouterState({ select: ({ location }) => location.pathname === '/browse' })
  const text = inList && typeof search['q'] === 'string' ? search['q'] : ''
  useEffect(() => cursors.ensure(words), [cursors])
  const { suggests, input } = useKey(cursors, words.name).words

  const go = (next: string, replace: boolean): void => {
    if (inList && next === text) return
    void navigate({ to: '/browse', search: { ...(inList ? search : {}), q: next }, replace })
  }
  const goAfterPause = useDebouncedCallback((next: string) => go(next, true), typingPauseMs)
  const suggest = useDebouncedCallback((next: string) => void cursors.suggest(words.name, next).catch(() => undefined), 200)
  return (
    <SearchBox
      big={big} text={text} suggestions={input === '' ? [] : suggests}
      onType={(next) => {
        suggest(next)
        if (inList) goAfterPause(next.trim())
      }}
      onSearch={(next) => {
        goAfterPause.cancel()
        go(next, false)
      }}
    />
  )
}
