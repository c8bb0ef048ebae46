import { markFields, type MarkField, type Marks } from '@cartouche/contract'
import type { Reader } from '../../access/decide.ts'
import type { Schema } from '../schemas/schema.ts'
import type { Condition } from './condition.ts'
import { markOwnerOf } from './mark-owner.ts'
import { selectAllMarks } from './marks.sql.ts'
import { revisionsOf } from './revisions.ts'
import type { SearchIn } from './search-in.ts'

/**
 * How many hits have each value of a field of marks, that of no mark among them, in the order of the
 * values.
 */
export type MarkCounts = Readonly<
  Record<MarkField, readonly { readonly value: number | string; readonly count: number }[]>
>

/** Counts the marks among hits: one statement says which of the marked entities are hits. */
export async function countMarks(
  { database, columns }: Pick<SearchIn, 'database' | 'columns'>,
  schema: Schema,
  reader: Reader,
  { condition, total }: { readonly condition: Condition; readonly total: number },
): Promise<MarkCounts> {
  const { resource } = schema
  const personId = markOwnerOf(schema, reader)
  const marks = personId === null ? [] : await selectAllMarks(database, { resource, personId })
  const ids = Float64Array.from(marks, ({ id }) => id)
  const [revisions] = await revisionsOf(database, { resource, ids, conditions: [condition] }, columns)
  const hits = marks.filter((_mark, at) => (revisions?.[at] ?? 0) !== 0)
  const of = (field: MarkField, valueOf: (marks: Marks) => number | string | null) => {
    const counts = new Map<number | string, number>()
    for (const hit of hits) {
      const value = valueOf(hit)
      if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1)
    }
    const [none, ...values] = markFields[field]
    const marked = values.map((value) => ({ value, count: counts.get(value) ?? 0 }))
    return [{ value: none, count: total - marked.reduce((sum, { count }) => sum + count, 0) }, ...marked]
  }
  return {
    $rating: of('$rating', ({ rating }) => rating),
    $label: of('$label', ({ label }) => label),
    $pick: of('$pick', ({ pick }) => pick),
  }
}
