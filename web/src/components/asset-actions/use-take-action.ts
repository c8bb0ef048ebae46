import type { AssetAction } from '@cartouche/contract'
import { workflowsOf } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { notifications } from '@mantine/notifications'
import { useIntl } from 'react-intl'
import { errorText } from '../../translations/error-text.ts'

/** Takes a workflow action on assets, says what was done, and counts again. */
export function useTakeAction(): (
  action: AssetAction,
  ids: readonly number[],
  reason?: string,
) => Promise<void> {
  const intl = useIntl()
  const client = useClient()
  return async (action, ids, reason) => {
    try {
      await workflowsOf(client).take('dam/data/asset', ids, action, reason)
      notifications.show({
        color: 'green',
        message: intl.formatMessage({ id: 'selection.workflow.done' }, { count: ids.length, noun: 'asset' }),
      })
    } catch (error) {
      notifications.show({
        color: 'red',
        title: intl.formatMessage({ id: 'selection.workflow.failed' }, { count: ids.length, noun: 'asset' }),
        message: errorText(intl, error),
      })
    }
    await client.cursors.refresh('browse').catch(() => undefined)
  }
}
