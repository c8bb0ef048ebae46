import { inclusiveOperators, operatorOf, type Operator, type QueryValue } from '@cartouche/contract/wire'
import { ClientError } from '../failure.ts'

/** `inclusive`: several values can hold at once; `exclusive`: one value at a time. @source data-layer §5 */
export type ConstraintMode = 'inclusive' | 'exclusive'

/** One named condition of a query: a field compared with values. */
export interface Constraint {
  readonly field: string
  /**
   * Any spelling of an operator. `in:cursordata`: the values are names of cursors, and stand for the ids of
   * their data.
   */
  readonly operator: string
  readonly values: readonly QueryValue[]
}

const suffix = ':cursordata'

/**
 * The canonical operator of a constraint, without its suffix; `contains` and `ct` are treated as `in`.
 * @throws subquery_operator for a spelling that is none, and for any suffix but `cursordata`
 * @source data-layer §5
 */
export function constraintOperator(constraint: Constraint): Operator {
  const { operator } = constraint
  const canonical = operatorOf(namesCursors(constraint) ? operator.slice(0, -suffix.length) : operator)
  if (canonical === undefined) throw new ClientError('subquery_operator')
  return canonical
}

/** Whether the values of a constraint name cursors. @source data-layer §5: operator suffixes */
export function namesCursors({ operator }: Constraint): boolean {
  return operator.toLowerCase().endsWith(suffix)
}

/**
 * Whether several values can hold at once.
 * @source data-layer §5: inclusive operators; contains and ct are treated as in
 */
export function constraintMode(constraint: Constraint): ConstraintMode {
  const operator = constraintOperator(constraint)
  return operator === 'ct' || inclusiveOperators.has(operator) ? 'inclusive' : 'exclusive'
}
