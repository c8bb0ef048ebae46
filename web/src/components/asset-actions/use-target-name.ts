import { useIntl } from 'react-intl'
import { formatDateOfName } from '../../translations/non-breaking-dates.tsx'
import { countOf, type AssetTarget } from './asset-actions.ts'

/**
 * Names what is made of a target: after the one asset, the collection or search that it is called after, the
 * words of the search, or its number of assets and the day.
 */
export function useTargetName(): (target: AssetTarget) => string {
  const intl = useIntl()
  return (target) => {
    const [one] = target.assets
    const date = formatDateOfName(intl, new Date(), { day: 'numeric', month: 'short' })
    const count = countOf(target)
    if (target.results?.name) return target.results.name
    if (target.results?.search.fulltext) return target.results.search.fulltext
    if (target.results) return intl.formatMessage({ id: 'browse.download.name' }, { date })
    return one && count === 1 ? one.name : intl.formatMessage({ id: 'assetActions.name' }, { count, date })
  }
}
