import { useClient, useSchema } from '@cartouche/react'
import { Skeleton, Stack } from '@mantine/core'
import { ErrorViewOf } from '../error-view/error-view.tsx'
import { ListEntries } from './list-entries.tsx'
import { TreeEntries } from './tree-entries.tsx'

/**
 * The entries of a resource: a tree, or a list; made, changed, moved, merged and deleted by those who may.
 */
export function Entries({ path }: { readonly path: string }) {
  const schema = useSchema(path)
  const { schemas } = useClient()
  if (schema.status === 'error' && schema.resource === '')
    return (
      <ErrorViewOf error={schema.error} onRetry={() => void schemas.refresh(path).catch(() => undefined)} />
    )
  if (schema.resource === '')
    return (
      <Stack p="md">
        {[1, 2, 3, 4].map((row) => (
          <Skeleton key={row} h={28} />
        ))}
      </Stack>
    )
  return schema.tree ? <TreeEntries schema={schema} /> : <ListEntries schema={schema} />
}
