import type { SearchDownload } from '@cartouche/client'
import type { BrowseState } from './browse-address.ts'
import { assetPath, constraintsOf, orderOf } from './browse-cursor.ts'

/** All hits of a list, for a download of them: what its cursor asks for, page by page, in one. */
export function searchOfState(state: BrowseState): SearchDownload {
  const leaves = Object.values(constraintsOf(state)).flatMap(({ field, operator, values }) => {
    if (values.length === 0) return []
    return [{ [field]: { [operator]: ['gte', 'lte', 'eq'].includes(operator) ? values[0] : values } }]
  })
  return {
    path: assetPath,
    orderby: orderOf(state),
    ...(leaves.length > 0 ? { query: { and: leaves } } : {}),
    ...(state.fulltext === '' ? {} : { fulltext: state.fulltext }),
  }
}

/** Some assets by their ids, in the order of the list, for a download of them: no cart is made for it. */
export function searchOfIds(ids: readonly number[], orderby = 'createdat desc'): SearchDownload {
  return {
    path: assetPath,
    // Without words nothing fits better than another.
    orderby: orderby === 'relevance' ? 'createdat desc' : orderby,
    query: { id: { in: [...ids] } },
  }
}
