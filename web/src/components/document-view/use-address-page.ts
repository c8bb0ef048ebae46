import { useDebouncedCallback } from '@mantine/hooks'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { pageOf } from '../../address/page-of-document.ts'

/** How long a page stays in sight until the address names it. */
const settledMs = 300

/**
 * The page that the address (`?page=12`) names, and what writes the one that is read: so it can be copied,
 * shared and loaded again.
 */
export function useAddressPage(): readonly [startPage: number, write: (page: number) => void] {
  const router = useRouter()
  const [startPage] = useState(() => pageOf(router.state.location.search))
  const write = useDebouncedCallback((page: number) => {
    if (pageOf(router.state.location.search) === page) return
    void router.navigate({
      to: '.',
      search: (now) => ({ ...now, page: page === 1 ? '' : String(page) }),
      replace: true,
      resetScroll: false,
      state: (now) => now,
    })
  }, settledMs)
  return [startPage, write]
}
