import { inclusiveOperators, operatorOf, type Operator, type QueryValue } from '@cartouche/contract'
import { ClientError } from '../failure.ts'

/** `inclusive`: several values can hold at once; `exclusive`: one value at a time. @source data-layer §5 */
export type ConstraintMode = 'inclusive' | 'exclusive'

/** One named condition of a query: a field compared with values. */
export interface Constraint {
  readonly field: string
  /** Any spelling of an operator. */
  readonly operator: string
  readonly values: readonly QueryValue[]
}

/**
 * The canonical operator of a constraint; `contains` and `ct` are treated as `in`.
 * @throws subquery_operator for a spelling that is none
 * @source data-layer §5
 */
export function constraintOperator(constraint: Constraint): Operator {
  const operator = operatorOf(constraint.operator)
  if (operator === undefined) throw new ClientError('subquery_operator')
  return operator
}

/** Whether several values can hold at once. @source data-layer §5: inclusive operators; contains and ct are treated as in */
export function constraintMode(constraint: Constraint): ConstraintMode {
  const operator = constraintOperator(constraint)
  return operator === 'ct' || inclusiveOperators.has(operator) ? 'inclusive' : 'exclusive'
}
