import { calls, isCanceled, type ArchiveEstimate, type ItemReference } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'

/** What an archive would hold. */
export interface ArchiveWish {
  readonly cartId: number
  readonly profile: string
  readonly withContactSheet: boolean
  readonly withAssetsDescriptions: boolean
  readonly selection: readonly ItemReference[] | undefined
}

/** The size that an archive would have, asked anew when the wish changes: undefined while it is asked, null where it cannot be told. */
export function useArchiveEstimate(wish: ArchiveWish): ArchiveEstimate | null | undefined {
  const client = useClient()
  const [asked] = useDebouncedValue(JSON.stringify(wish), 150)
  const [answer, setAnswer] = useState<{ readonly of: string; readonly estimate: ArchiveEstimate | null } | null>(null)
  useEffect(() => {
    const abort = new AbortController()
    const { cartId, selection, ...rest } = JSON.parse(asked) as ArchiveWish
    client.call(calls.testZipCart, { id: cartId, ...rest, ...(selection ? { selection: [...selection] } : {}) }, { signal: abort.signal }).then(
      (estimate) => setAnswer({ of: asked, estimate }),
      (error: unknown) => { if (!isCanceled(error)) setAnswer({ of: asked, estimate: null }) },
    )
    return () => abort.abort()
  }, [client, asked])
  return answer !== null && answer.of === JSON.stringify(wish) ? answer.estimate : undefined
}
