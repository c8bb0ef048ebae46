import {
  calls,
  isCanceled,
  type ArchiveEstimate,
  type ItemReference,
  type SearchDownload,
} from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'

/** What an archive would hold: of a cart, or of a whole search. */
export interface ArchiveOptions {
  readonly cartId?: number | undefined
  readonly search?: SearchDownload | undefined
  readonly profile: string
  readonly withContactSheet: boolean
  readonly withAssetsDescriptions: boolean
  readonly withLiveVideos: boolean
  readonly selection?: readonly ItemReference[] | undefined
}

interface Estimated {
  /** Undefined while it is asked, null where it cannot be estimated. */
  readonly estimate: ArchiveEstimate | null | undefined
  /** Under which the hits of the search are kept: what was estimated is what is downloaded. */
  readonly list: string | undefined
  /** Videos of Live Photos that could come along, as the last answer said. */
  readonly liveVideos: number
}

/** The size that an archive would have, asked again when the options change. */
export function useArchiveEstimate(options: ArchiveOptions): Estimated {
  const client = useClient()
  const [asked] = useDebouncedValue(JSON.stringify(options), 150)
  const [answer, setAnswer] = useState<{
    readonly of: string
    readonly estimate: ArchiveEstimate | null
  } | null>(null)
  const [list, setList] = useState<string>()
  useEffect(() => {
    const abort = new AbortController()
    const { cartId, search, selection, ...rest } = JSON.parse(asked) as ArchiveOptions
    const asking =
      search === undefined
        ? client.call(
            calls.testZipCart,
            { id: cartId ?? 0, ...rest, ...(selection ? { selection: [...selection] } : {}) },
            { signal: abort.signal },
          )
        : client
            .call(
              calls.testZipSearch,
              { ...(list === undefined ? search : { list }), ...rest },
              { signal: abort.signal },
            )
            .then((estimate) => {
              setList(estimate.list)
              return estimate
            })
    asking.then(
      (estimate) => setAnswer({ of: asked, estimate }),
      (error: unknown) => {
        if (!isCanceled(error)) setAnswer({ of: asked, estimate: null })
      },
    )
    return () => abort.abort()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the list comes with the first answer, and is no reason to ask again
  }, [client, asked])
  return {
    estimate: answer !== null && answer.of === JSON.stringify(options) ? answer.estimate : undefined,
    list,
    liveVideos: answer?.estimate?.liveVideos ?? 0,
  }
}
