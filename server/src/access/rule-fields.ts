import type { Operator } from '@cartouche/contract'

/** What a value of a rule's field is: the id of a user or of a row, or a flag. */
type RuleValue = 'user' | 'id' | 'flag'

/** What row rules may name of resources that have a table of their own, in place of a schema. */
const fields = {
  cart: { id: 'id', owner: 'user', collaborators: 'user', editors: 'user', private: 'flag' },
  savedsearch: { id: 'id', owner: 'user', subscribers: 'user', private: 'flag' },
  massimportjob: { owner: 'user' },
  massimportitem: { owner: 'user' },
  session: { owner: 'user' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, RuleValue>>>>

/**
 * A field that a row rule may name: whoever compiles rules of the resource has a column for each, see
 * `compile-rows.ts`.
 */
export type RuleField<Resource extends keyof typeof fields> = keyof (typeof fields)[Resource]

/** The same by resource, for rules that somebody writes. */
export const ruleFields: Readonly<Record<string, Readonly<Record<string, RuleValue>>>> = fields

/** The operators that fit those fields. */
export const ruleOperators: readonly Operator[] = ['eq', 'in', 'neq', 'nin']
