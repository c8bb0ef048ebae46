import type { Constraint, QueryJson, SearchDownload } from '@cartouche/client'
import type { BrowseState } from './browse-address.ts'
import { assetPath, constraintsOf, orderOf } from './browse-cursor.ts'

/** Operators that take all values; of others the first counts. */
const ofLists: ReadonlySet<string> = new Set(['in', 'dof'])

/** What constraints ask, in one query; undefined where none has a value. */
export function queryOfConstraints(constraints: Readonly<Record<string, Constraint>>): QueryJson | undefined {
  const parts = Object.values(constraints)
    .filter(({ values }) => values.length > 0)
    .map(({ field, operator, values }): QueryJson => ({
      [field]: { [operator]: ofLists.has(operator) ? [...values] : (values[0] ?? null) },
    }))
  return parts.length === 0 ? undefined : { and: parts }
}

/** All hits of a list, for a download or an export of them: what its cursor asks for page by page. */
export function searchOfState(state: BrowseState): SearchDownload {
  const query = queryOfConstraints(constraintsOf(state))
  return {
    path: assetPath,
    orderby: orderOf(state),
    ...(query === undefined ? {} : { query }),
    ...(state.fulltext === '' ? {} : { fulltext: state.fulltext }),
  }
}

/** All assets that are linked to a node of a tree, or to anything below it. */
export function searchOfNode(field: string, id: string): SearchDownload {
  return { path: assetPath, orderby: 'createdat desc', query: { [field]: { dof: [Number(id)] } } }
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
