import {
  formatQuery,
  parseQuery,
  type Operator,
  type Query,
  type QueryJson,
  type QueryValue,
} from '@cartouche/client'

/** A condition, or several of which all, any or none must hold; as a form edits them. */
export type RuleNode =
  | { readonly kind: 'all' | 'any' | 'none'; readonly parts: readonly RuleNode[] }
  | {
      readonly kind: 'condition'
      readonly field: string
      readonly operator: Operator
      readonly values: readonly QueryValue[]
    }

/** A row rule as a form edits it; always a group. */
export function treeOf(rows: QueryJson): RuleNode & { kind: 'all' | 'any' | 'none' } {
  const node = nodeOf(parseQuery(rows))
  return node.kind === 'condition' ? { kind: 'all', parts: [node] } : node
}

function nodeOf(query: Query): RuleNode {
  switch (query.kind) {
    case 'all':
      return { kind: 'all', parts: [] }
    case 'none':
      return { kind: 'any', parts: [] }
    case 'and':
      return { kind: 'all', parts: query.parts.map(nodeOf) }
    case 'or':
      return { kind: 'any', parts: query.parts.map(nodeOf) }
    case 'not':
      return {
        kind: 'none',
        parts: query.part.kind === 'or' ? query.part.parts.map(nodeOf) : [nodeOf(query.part)],
      }
    case 'compare':
      return { kind: 'condition', field: query.field, operator: query.operator, values: query.values }
  }
}

/** The rule that a form stands for, in the form that is stored. */
export function rowsOf(node: RuleNode): QueryJson {
  return formatQuery(parseQuery(jsonOf(node)))
}

function jsonOf(node: RuleNode): QueryJson {
  if (node.kind === 'condition')
    return formatQuery({ kind: 'compare', field: node.field, operator: node.operator, values: node.values })
  const parts = node.parts.map(jsonOf)
  return node.kind === 'all' ? { and: parts } : node.kind === 'any' ? { or: parts } : { not: { or: parts } }
}
