import { trashOf } from '@cartouche/client'
import type { TrashEntry } from '@cartouche/contract'
import { useClient } from '@cartouche/react'
import { notifications } from '@mantine/notifications'
import { useIntl } from 'react-intl'
import { refreshAssetLists } from '../../address/refresh-asset-lists.ts'

/** Restores something from the trash, says so, and has lists that are open read again. */
export function useRestore(): (entry: Pick<TrashEntry, 'resource' | 'id' | 'name'>) => Promise<void> {
  const intl = useIntl()
  const client = useClient()
  return async ({ resource, id, name }) => {
    const missing = await trashOf(client).restore(resource, id)
    notifications.show({
      color: missing > 0 ? 'yellow' : 'green',
      message: intl.formatMessage(
        { id: missing > 0 ? 'trash.restored.partly' : 'trash.restored' },
        { name, missing },
      ),
    })
    await refreshAssetLists(client)
  }
}
