import { calls } from '@cartouche/client'
import type { Asset } from '@cartouche/contract'
import { useClient } from '@cartouche/react'
import { notifications } from '@mantine/notifications'
import { useIntl } from 'react-intl'
import { errorText } from '../../translations/error-text.ts'
import { assetPath } from '../../address/browse-cursor.ts'
import { maxResults, type ReadResults } from './asset-actions.ts'

/** Records of one answer: the most that one holds. */
const pageSize = 200

/**
 * Reads the records of all results of a search, as far as an action needs them, and says that it does;
 * undefined where that failed, which is said too.
 */
export function useAllResults(): (results: ReadResults) => Promise<readonly Asset[] | undefined> {
  const intl = useIntl()
  const client = useClient()
  return async ({ search: { path = assetPath, list: _list, ...asked }, total }) => {
    const notice = notifications.show({
      loading: true,
      autoClose: false,
      withCloseButton: false,
      message:
        total === undefined
          ? intl.formatMessage({ id: 'assetActions.readingAll' })
          : intl.formatMessage({ id: 'assetActions.reading' }, { count: total }),
    })
    const assets: Asset[] = []
    try {
      for (let after: string | undefined; ;) {
        const { response, links } = await client.call(calls.findEntities, {
          ...asked,
          path,
          after,
          max: pageSize,
          props: ['name', 'status', 'rootnature', 'width', 'height', 'blurhash'],
        })
        assets.push(...(response.data as readonly Asset[]))
        after = links.nextResultsToken
        if (after === undefined || assets.length >= maxResults) return assets.slice(0, maxResults)
      }
    } catch (error) {
      notifications.show({ color: 'red', message: errorText(intl, error) })
      return undefined
    } finally {
      notifications.hide(notice)
    }
  }
}
