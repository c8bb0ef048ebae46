import type { Operator } from './operators.ts'

/** A value that a field is compared with. */
export type QueryValue = string | number | boolean | null

/** The query language as a tree. `all` constrains nothing, `none` matches nothing. */
export type Query =
  | { readonly kind: 'all' }
  | { readonly kind: 'none' }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Query[] }
  | { readonly kind: 'not'; readonly part: Query }
  | {
      readonly kind: 'compare'
      readonly field: string
      readonly operator: Operator
      readonly values: readonly QueryValue[]
    }

/**
 * A query as it travels: JSON of leaves `{field: value}` or `{field: {operator: value}}`, `and`, `or`, `not`.
 */
export type QueryJson = { readonly [key: string]: unknown }

/** The query that constrains nothing. */
export const everything: Query = { kind: 'all' }
/** The query that matches nothing. */
export const nothing: Query = { kind: 'none' }

/** Both queries at once; drops what constrains nothing. */
export function and(...parts: readonly Query[]): Query {
  const kept = parts.filter((part) => part.kind !== 'all')
  if (kept.some((part) => part.kind === 'none')) return nothing
  return kept.length === 1
    ? (kept[0] ?? everything)
    : kept.length === 0
      ? everything
      : { kind: 'and', parts: kept }
}

/** Either query; an empty list matches nothing. */
export function or(...parts: readonly Query[]): Query {
  if (parts.some((part) => part.kind === 'all')) return everything
  const kept = parts.filter((part) => part.kind !== 'none')
  return kept.length === 1 ? (kept[0] ?? nothing) : kept.length === 0 ? nothing : { kind: 'or', parts: kept }
}

/** The fields that a query names, each once, in order of appearance. */
export function fieldsOf(query: Query): string[] {
  const names = new Set<string>()
  const visit = (node: Query): void => {
    if (node.kind === 'compare') names.add(node.field)
    else if (node.kind === 'not') visit(node.part)
    else if (node.kind === 'and' || node.kind === 'or') node.parts.forEach(visit)
  }
  visit(query)
  return [...names]
}
