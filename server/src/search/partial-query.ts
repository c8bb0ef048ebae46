import { and, everything, nothing, or, type Query, type QueryValue } from '@cartouche/contract'

/**
 * What is left of a query once the values of some fields are known: `all` or `none` where they decide it.
 * Comparisons other than eq, neq, in and nin with a known null hold for no row; with any other known value they stay.
 */
export function reduceQuery(query: Query, known: Readonly<Record<string, QueryValue>>): Query {
  switch (query.kind) {
    case 'and': return and(...query.parts.map((part) => reduceQuery(part, known)))
    case 'or': return or(...query.parts.map((part) => reduceQuery(part, known)))
    case 'not': {
      const part = reduceQuery(query.part, known)
      return part.kind === 'all' ? nothing : part.kind === 'none' ? everything : { kind: 'not', part }
    }
    case 'compare': return Object.hasOwn(known, query.field) ? decide(query, known[query.field] ?? null) : query
    default: return query
  }
}

function decide(query: Extract<Query, { kind: 'compare' }>, value: QueryValue): Query {
  const listed = query.values.some((one) => (one === null || value === null ? one === value : String(one) === String(value)))
  switch (query.operator) {
    case 'eq': case 'in': return listed ? everything : nothing
    case 'neq': case 'nin': return listed ? nothing : everything
    default: return value === null ? nothing : query
  }
}
