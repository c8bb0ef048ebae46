import { useCallback, useState } from 'react'
import { useIntl } from 'react-intl'
import type { DownloadDialogProps } from '../../components/download-dialog/download-dialog.tsx'
import { searchOfIds, searchOfState } from './search-of-state.ts'
import type { Browse } from './use-browse.ts'

type DownloadRequest = Pick<DownloadDialogProps, 'cart' | 'search'>

interface DownloadRequests {
  /** What the download dialog asks about; null while it is closed. */
  readonly request: DownloadRequest | null
  readonly requestAll: () => void
  readonly requestSelected: (ids: readonly number[]) => void
  readonly close: () => void
}

/** Opens the download dialog for the whole list or for a selection of it. */
export function useDownloadRequest({ state, cursor: { total } }: Browse): DownloadRequests {
  const intl = useIntl()
  const [request, setRequest] = useState<DownloadRequest | null>(null)
  const nameOf = useCallback(
    (id: 'browse.download.name' | 'selection.download.name'): string =>
      intl.formatMessage({ id }, { date: intl.formatDate(new Date(), { dateStyle: 'medium' }) }),
    [intl],
  )
  const requestAll = useCallback(
    () => setRequest({ cart: { name: nameOf('browse.download.name'), total }, search: searchOfState(state) }),
    [nameOf, total, state],
  )
  const requestSelected = (ids: readonly number[]): void =>
    setRequest({
      cart: { name: nameOf('selection.download.name'), total: ids.length },
      search: searchOfIds(state, ids),
    })
  return { request, requestAll, requestSelected, close: () => setRequest(null) }
}
