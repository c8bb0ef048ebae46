import type { Operator, Query, QueryValue } from '@cartouche/contract'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Scope } from './decide.ts'

type Condition = RawBuilder<SqlBool>

/** One comparison of a query. */
export type Comparison = Extract<Query, { kind: 'compare' }>

/**
 * The columns of a resource for all that its row rules may name: the condition that the row has one of these
 * values.
 */
export type RuleColumns<Field extends string> = Readonly<
  Record<Field, (values: readonly QueryValue[]) => Condition>
>

/**
 * The condition under which a row of a table of its own lies in a scope.
 * @throws TypeError where a rule names anything else: a rule that is not understood must never let someone in
 */
export function compileRows(scope: Scope, columns: RuleColumns<string>): Condition {
  return compileConditions(scope.rows, ({ field, operator, values }) => {
    const column = Object.hasOwn(columns, field) ? columns[field] : undefined
    if (!column || !(including.has(operator) || excluding.has(operator)))
      throw unsupportedRule(scope.resource, `${field}.${operator}`)
    const condition = column(values)
    return excluding.has(operator) ? sql<SqlBool>`not ${condition}` : condition
  })
}

/**
 * A query as one condition, of those that `compare` makes of its comparisons. What a row has no value for
 * counts as not so.
 * @param compare called with whether the comparison stands under a `not`
 */
export function compileConditions(
  query: Query,
  compare: (comparison: Comparison, negated: boolean) => Condition,
  negated = false,
): Condition {
  const compile = (part: Query): Condition => compileConditions(part, compare, negated)
  switch (query.kind) {
    case 'all':
      return sql<SqlBool>`true`
    case 'none':
      return sql<SqlBool>`false`
    case 'not':
      return sql<SqlBool>`not coalesce(${compileConditions(query.part, compare, !negated)}, false)`
    case 'and':
      return sql<SqlBool>`(${sql.join(query.parts.map(compile), sql` and `)})`
    case 'or':
      return sql<SqlBool>`(${sql.join(query.parts.map(compile), sql` or `)})`
    case 'compare':
      return compare(query, negated)
  }
}

const including: ReadonlySet<Operator> = new Set(['eq', 'in', 'ct'])
const excluding: ReadonlySet<Operator> = new Set(['neq', 'nin'])

/** Values of a rule that must be identifiers. @throws TypeError */
export function idsOfRule(values: readonly QueryValue[]): number[] {
  return values.map((value) => {
    const number = typeof value === 'boolean' || value === null || value === '' ? Number.NaN : Number(value)
    if (!Number.isSafeInteger(number)) throw unsupportedRule('this resource', JSON.stringify(value))
    return number
  })
}

/** Values of a rule that must be flags. @throws TypeError */
export function flagsOfRule(values: readonly QueryValue[]): boolean[] {
  return values.map((value) => {
    if (typeof value !== 'boolean') throw unsupportedRule('this resource', JSON.stringify(value))
    return value
  })
}

function unsupportedRule(resource: string, what: string): TypeError {
  return new TypeError(`A row rule of ${resource} cannot say ${what}`)
}
