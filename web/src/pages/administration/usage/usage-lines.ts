import { useIntl } from 'react-intl'
import type { FigureLine } from '../figures/figure-table.tsx'
import { idOf, useEntityNames, type Counts } from './use-entity-names.ts'

/** Lines by name: assets lead to themselves; what is gone keeps its number. */
export function useEntityLines(path: string, counts: Counts = []): FigureLine[] {
  const intl = useIntl()
  const names = useEntityNames(path, counts)
  return counts.map(({ key, count }) => {
    const id = idOf(key)
    return {
      key,
      name: names.get(id) ?? intl.formatMessage({ id: 'entity.number' }, { id: String(id) }),
      counts: [count],
      ...(key.startsWith('asset_') ? { assetId: id } : {}),
    }
  })
}

/** Lines of websites. */
export function siteLines(list: Counts = []): FigureLine[] {
  return list.map(({ key, count }) => ({ key, name: key, counts: [count] }))
}
