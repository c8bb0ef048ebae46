import { duplicatesOf } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { notifications } from '@mantine/notifications'
import { useIntl } from 'react-intl'
import { offerUndo } from '../../components/undo/offer-undo.tsx'
import { errorText } from '../../translations/error-text.ts'

/** Says of the assets of a family that they are different, and offers to take it back. */
export function useDismiss(): (ids: readonly number[]) => Promise<void> {
  const intl = useIntl()
  const duplicates = duplicatesOf(useClient())
  const fail = (error: unknown): void =>
    void notifications.show({ color: 'red', message: errorText(intl, error) })
  return async (ids) => {
    try {
      await duplicates.dismiss(ids)
      offerUndo(intl.formatMessage({ id: 'duplicates.dismissed' }), () => {
        duplicates.restore(ids).catch(fail)
      })
    } catch (error) {
      fail(error)
    }
  }
}
