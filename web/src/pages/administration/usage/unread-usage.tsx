import { calls, readsOf, type Failure } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Skeleton, Stack } from '@mantine/core'
import { ErrorViewOf } from '../../../components/error-view/error-view.tsx'

/** In the place of tables that are not read yet, or could not be. */
export function UnreadUsage({ failure }: { readonly failure: Failure | null }) {
  const reads = readsOf(useClient())
  const retry = (): void => {
    for (const call of [
      calls.listTop,
      calls.listTopAssets,
      calls.listUnusedAssets,
      calls.listBroadcasts,
      calls.findEntities,
    ])
      reads.invalidate(call)
  }
  if (failure !== null) return <ErrorViewOf error={failure} onRetry={retry} />
  return (
    <Stack aria-busy>
      {[1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} h={32} />
      ))}
    </Stack>
  )
}
