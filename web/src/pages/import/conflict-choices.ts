import type { DescribeConflict } from './use-describe.tsx'

/** Whose value is kept. */
export type Side = 'mine' | 'theirs'

/** What a choice is kept under: one field of one item. */
export function conflictKey(id: number, field: string): string {
  return `${id} ${field}`
}

/** The changes that keep the person's own values, where chosen: items with the same fields together. */
export function keptChanges(
  { ids, data }: DescribeConflict,
  choices: Readonly<Record<string, Side>>,
): DescribeConflict[] {
  const fieldsOf = (id: number): string[] =>
    Object.keys(data).filter((field) => choices[conflictKey(id, field)] === 'mine')
  return [...Map.groupBy(ids, (id) => fieldsOf(id).join(' ')).values()].flatMap((together) => {
    const fields = fieldsOf(together[0] ?? 0)
    return fields.length === 0
      ? []
      : [{ ids: together, data: Object.fromEntries(fields.map((field) => [field, data[field]])) }]
  })
}
