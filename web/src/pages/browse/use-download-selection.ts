import type { Asset } from '@cartouche/contract'
import { cartsOf, downloadsOf } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { notifications } from '@mantine/notifications'
import { useIntl } from 'react-intl'
import { pictureUrl } from '../../components/asset-picture/picture-address.ts'
import { errorText } from '../../translations/error-text.ts'

/** Downloads assets: one as its original, several as the archive of a new private cart, so that the download can be found again. */
export function useDownloadSelection(): (assets: readonly Asset[]) => Promise<void> {
  const intl = useIntl()
  const client = useClient()
  return async (assets) => {
    const [only] = assets
    if (only !== undefined && assets.length === 1) return downloadFile(pictureUrl(client, only, 'original', true))
    const name = intl.formatMessage({ id: 'selection.download.cart' }, { date: intl.formatDate(new Date(), { dateStyle: 'medium', timeStyle: 'short' }) })
    try {
      const cart = await cartsOf(client).createCart({ name, private: true, items: assets.map(({ id }) => ({ type: 'asset', id })) })
      downloadsOf(client).start({ name, cartId: cart.id })
    } catch (error) {
      notifications.show({ color: 'red', title: intl.formatMessage({ id: 'selection.download.failed' }), message: errorText(intl, error) })
    }
  }
}

function downloadFile(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
