import type { SearchDownload } from '@cartouche/client'
import type { BrowseState } from '../../address/browse-address.ts'
import { assetPath, constraintsOf, orderOf } from '../../address/browse-cursor.ts'

/** All hits of a list, for a download of them: what its cursor asks for, page by page, in one. */
export function searchOfState(state: BrowseState): SearchDownload {
  const leaves = Object.values(constraintsOf(state)).flatMap(({ field, operator, values }) => {
    if (values.length === 0) return []
    return [{ [field]: { [operator]: operator === 'gte' || operator === 'lte' ? values[0] : values } }]
  })
  return {
    path: assetPath,
    orderby: orderOf(state),
    ...(leaves.length > 0 ? { query: { and: leaves } } : {}),
    ...(state.fulltext === '' ? {} : { fulltext: state.fulltext }),
  }
}

/** Some hits of a list by their ids, in its order, for a download of them: no cart is made for it. */
export function searchOfIds(state: BrowseState, ids: readonly number[]): SearchDownload {
  const order = orderOf(state)
  // Without words nothing fits better than another.
  return {
    path: assetPath,
    orderby: order === 'relevance' ? 'createdat desc' : order,
    query: { id: { in: [...ids] } },
  }
}
