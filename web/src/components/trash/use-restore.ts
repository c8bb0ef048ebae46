import { trashOf } from '@cartouche/client'
import type { TrashEntry } from '@cartouche/contract'
import { useClient } from '@cartouche/react'
import { notifications } from '@mantine/notifications'
import { useIntl } from 'react-intl'
import { refreshAssetLists } from '../../address/refresh-asset-lists.ts'
import { errorText } from '../../translations/error-text.ts'

type Restorable = Pick<TrashEntry, 'resource' | 'id' | 'name'>

/**
 * Restores entries of the trash, one after the other, says what came of it, and has lists that are open read
 * again. `onEach` gets how many were tried.
 */
export function useRestore(): (
  entries: readonly Restorable[],
  onEach?: (tried: number) => void,
) => Promise<void> {
  const intl = useIntl()
  const client = useClient()
  return async (entries, onEach) => {
    const restored: Restorable[] = []
    const failures: unknown[] = []
    let missing = 0
    for (const entry of entries) {
      try {
        missing += await trashOf(client).restore(entry.resource, entry.id)
        restored.push(entry)
      } catch (error) {
        failures.push(error)
      }
      onEach?.(restored.length + failures.length)
    }
    const [first] = restored
    if (first)
      notifications.show({
        color: missing > 0 ? 'yellow' : 'green',
        message: intl.formatMessage(
          { id: missing > 0 ? 'trash.restored.partly' : 'trash.restored' },
          { count: restored.length, name: first.name, missing },
        ),
      })
    if (failures.length > 0)
      notifications.show({
        color: 'red',
        ...(entries.length > 1 && {
          autoClose: false,
          title: intl.formatMessage({ id: 'trash.restore.failed' }, { count: failures.length }),
        }),
        message: [...new Set(failures.map((error) => errorText(intl, error)))].join(' '),
      })
    await refreshAssetLists(client)
  }
}
