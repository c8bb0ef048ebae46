import type { MarkField } from '@cartouche/contract'
import { sql, type RawBuilder } from 'kysely'

/** Marks of a person: values of a field, none of which stands for no mark. */
export interface Marked {
  readonly resource: string
  readonly personId: number
  readonly field: MarkField
  readonly values: readonly (number | string)[]
}

const types = { $rating: 'smallint', $label: 'text', $pick: 'text' } as const satisfies Record<
  MarkField,
  string
>

/** The ids with these marks, as a statement. */
export function markedSql({ resource, personId, field, values }: Marked): RawBuilder<{ id: number }> {
  const column = sql.ref(`m.${field.slice(1)}`)
  return sql`select m.id from mark m where m.person_id = ${personId} and m.resource = ${resource}
    and ${column} = any(${[...values]}::${sql.raw(types[field])}[])`
}
