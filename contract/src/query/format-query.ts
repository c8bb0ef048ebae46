import type { Query, QueryJson } from './query-ast.ts'

/** The wire form of a query; `parseQuery(formatQuery(q))` is `q`. */
export function formatQuery(query: Query): QueryJson {
  switch (query.kind) {
    case 'all':
      return {}
    case 'none':
      return { id: 0 }
    case 'and':
    case 'or':
      return { [query.kind]: query.parts.map(formatQuery) }
    case 'not':
      return { not: formatQuery(query.part) }
    case 'compare': {
      const many = query.values.length !== 1 || ['in', 'nin', 'dof', 'ndof'].includes(query.operator)
      return { [query.field]: { [query.operator]: many ? query.values : query.values[0] } }
    }
  }
}
