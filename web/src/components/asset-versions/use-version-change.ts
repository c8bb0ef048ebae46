import { versionsOf, type Asset, type AssetVersion } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { notifications } from '@mantine/notifications'
import { useIntl } from 'react-intl'
import { errorText } from '../../translations/error-text.ts'
import { offerUndo } from '../undo/offer-undo.tsx'

/**
 * Says that an asset has another file now, offers to go back to the former one, and has lists that are open
 * read again.
 */
export function useVersionChange(
  asset: Asset,
): (
  id: 'version.replaced' | 'version.restored',
  after: readonly AssetVersion[],
  former: AssetVersion | undefined,
) => void {
  const intl = useIntl()
  const client = useClient()
  const refresh = () => client.cursors.refresh('browse').catch(() => undefined)
  return (id, after, former) => {
    const [current] = after
    const text = intl.formatMessage({ id }, { name: asset.name, number: current?.number ?? 0 })
    void refresh()
    if (!former || !current) return void notifications.show({ color: 'green', message: text })
    offerUndo(text, () => {
      versionsOf(client)
        .restore('asset', asset.id, former.number, { basedOn: current.number })
        .then(refresh)
        .then(() =>
          notifications.show({
            color: 'green',
            message: intl.formatMessage(
              { id: 'version.undone' },
              { name: asset.name, number: former.number },
            ),
          }),
        )
        .catch((error: unknown) => notifications.show({ color: 'red', message: errorText(intl, error) }))
    })
  }
}
