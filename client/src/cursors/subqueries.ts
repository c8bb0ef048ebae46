import { ClientError } from '../failure.ts'
import { namesCursors } from '../query/constraint.ts'
import type { Subqueries } from './cursor.ts'

/** Without what resolves them, constraints that name cursors cannot be asked. */
export const noSubqueries: Subqueries = {
  resolve(constraints) {
    if (Object.values(constraints).some(namesCursors)) throw new ClientError('subquery_operator')
    return constraints
  },
  sourcesOf: () => [],
  ready: () => Promise.resolve(),
}
