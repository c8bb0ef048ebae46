import { reviewsOf } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { notifications } from '@mantine/notifications'
import { useIntl } from 'react-intl'
import { errorText } from '../../translations/error-text.ts'

/** Decides assets and says what became of them; answers whether it was done. */
export function useDecide(): (
  ids: readonly number[],
  verdict: 'approve' | 'reject',
  reason?: string,
) => Promise<boolean> {
  const intl = useIntl()
  const client = useClient()
  return async (ids, verdict, reason) => {
    try {
      const { decided, waiting, skipped } = await reviewsOf(client).decide(ids, verdict, reason)
      if (decided.length > 0)
        notifications.show({
          color: verdict === 'approve' ? 'green' : 'gray',
          message: intl.formatMessage({ id: `todo.done.${verdict}` }, { count: decided.length }),
        })
      if (waiting.length > 0)
        notifications.show({
          color: 'green',
          message: intl.formatMessage({ id: 'todo.done.waiting' }, { count: waiting.length }),
        })
      if (skipped.length > 0)
        notifications.show({
          color: 'yellow',
          message: intl.formatMessage({ id: 'todo.done.skipped' }, { count: skipped.length }),
        })
      return true
    } catch (error) {
      notifications.show({ color: 'red', message: errorText(intl, error) })
      return false
    }
  }
}
