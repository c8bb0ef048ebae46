import type { Query } from '@cartouche/contract'
import { sql, type RawBuilder, type SqlBool } from 'kysely'

/** A condition of a statement. */
export type Condition = RawBuilder<SqlBool>
/** A leaf of a query: one field compared. */
export type Comparison = Extract<Query, { kind: 'compare' }>

/**
 * The condition that a query is in SQL, on whatever `compare` knows of its fields. A part that is unknown, because a
 * value is missing, counts as not holding: `not` turns it into holding.
 * @throws what `compare` throws
 */
export function compileCondition(query: Query, compare: (comparison: Comparison) => Condition): Condition {
  const compile = (part: Query): Condition => compileCondition(part, compare)
  switch (query.kind) {
    case 'all': return sql<SqlBool>`true`
    case 'none': return sql<SqlBool>`false`
    case 'not': return sql<SqlBool>`not coalesce(${compile(query.part)}, false)`
    case 'and': return sql<SqlBool>`(${sql.join(query.parts.map(compile), sql` and `)})`
    case 'or': return sql<SqlBool>`(${sql.join(query.parts.map(compile), sql` or `)})`
    case 'compare': return compare(query)
  }
}
