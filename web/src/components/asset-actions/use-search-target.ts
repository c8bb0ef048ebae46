import { calls, type SearchDownload } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { notifications } from '@mantine/notifications'
import { useIntl } from 'react-intl'
import { assetPath } from '../../address/browse-cursor.ts'
import { errorText } from '../../translations/error-text.ts'
import type { ActionPlace, PlacedTarget } from './action-context.ts'

/**
 * Makes a target of everything that a named search finds, such as a collection: how many they are is asked
 * first. Undefined where it finds nothing, or where that failed; both are said.
 */
export function useSearchTarget(): (
  search: SearchDownload,
  name: string,
  place?: ActionPlace,
) => Promise<PlacedTarget | undefined> {
  const intl = useIntl()
  const client = useClient()
  return async ({ list: _list, path = assetPath, ...asked }, name, place = {}) => {
    try {
      const { response } = await client.call(calls.findEntities, { ...asked, path, max: 1, props: ['name'] })
      if (response.total > 0)
        return { assets: [], results: { search: { ...asked, path }, total: response.total, name }, place }
      notifications.show({ message: intl.formatMessage({ id: 'assetActions.noAssets' }, { name }) })
    } catch (error) {
      notifications.show({ color: 'red', message: errorText(intl, error) })
    }
    return undefined
  }
}
