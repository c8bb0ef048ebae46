/** Canonical operators of the query language, with what each compares. */
export const operators = [
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'in',
  'nin',
  'sw',
  'ew',
  'ct',
  'dof',
  'ndof',
] as const
export type Operator = (typeof operators)[number]

/** Long forms and the canonical operator that each stands for. @source wire facts: Query; data-layer §5 */
export const longForms: Readonly<Record<string, Operator>> = {
  equals: 'eq',
  notequals: 'neq',
  greaterthan: 'gt',
  greaterthanorequals: 'gte',
  lessthan: 'lt',
  lessthanorequals: 'lte',
  notin: 'nin',
  startswith: 'sw',
  endswith: 'ew',
  contains: 'ct',
  descendantof: 'dof',
  notdescendantof: 'ndof',
}

/** Operators whose value is a list of which several can hold at once. @source data-layer §5 */
export const inclusiveOperators: ReadonlySet<Operator> = new Set(['in', 'nin', 'dof', 'ndof'])

/** The canonical operator of a spelling, in any case; undefined when it is none. */
export function operatorOf(spelling: string): Operator | undefined {
  const lower = spelling.toLowerCase()
  return (operators as readonly string[]).includes(lower) ? (lower as Operator) : longForms[lower]
}
