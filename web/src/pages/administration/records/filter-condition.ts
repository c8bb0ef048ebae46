import type { FieldHeader } from '@cartouche/client'
import { setDates } from '../../../address/browse-address.ts'
import type { RecordsState } from './record-address.ts'

/** What a filter asks of a field. `is`: one of the values; `between`: both bounds belong to it. */
export interface Condition {
  readonly kind: 'is' | 'contains' | 'between' | 'empty'
  /** Texts, ids of linked entities, or `true` and `false`. */
  readonly values: readonly string[]
  /** Bounds of a number, or days as `YYYY-MM-DD`; empty: none. */
  readonly from: string
  readonly until: string
}

/** Nothing is asked yet. */
export const emptyCondition: Condition = { kind: 'is', values: [], from: '', until: '' }

/** The kinds of conditions that fit a type of field, the usual one first. */
export function conditionsOf(type: FieldHeader['type']): readonly Condition['kind'][] {
  if (type === 'text' || type === 'longtext') return ['contains', 'is', 'empty']
  return type === 'number' || type === 'date' || type === 'datetime' ? ['between', 'empty'] : ['is', 'empty']
}

/** Whether it asks for something. */
export function isComplete({ kind, values, from, until }: Condition): boolean {
  if (kind === 'empty') return true
  return kind === 'between' ? from !== '' || until !== '' : values.some((value) => value.trim() !== '')
}

/** The parts of a list's state that a further condition changes; one of the same field and kind goes. */
export function withCondition(
  state: RecordsState,
  field: string,
  { kind, values, from, until }: Condition,
): Partial<RecordsState> {
  const { search } = state
  const [first = ''] = values
  switch (kind) {
    case 'empty':
      return { empty: [...new Set([...state.empty, field])] }
    case 'contains':
      return { contains: { ...state.contains, [field]: first.trim() } }
    case 'is':
      return { search: { ...search, values: { ...search.values, [field]: values.map((one) => one.trim()) } } }
    case 'between':
      return /^(\d{4}-\d\d-\d\d)$/.test(from || until)
        ? { search: setDates(search, field, { from, until }) }
        : { search: { ...search, numbers: { ...search.numbers, [field]: boundsOf(from, until) } } }
  }
}

function boundsOf(from: string, until: string): { readonly gte?: number; readonly lte?: number } {
  return { ...(from === '' ? {} : { gte: Number(from) }), ...(until === '' ? {} : { lte: Number(until) }) }
}
