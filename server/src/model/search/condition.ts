import type { MarkField, Operator } from '@cartouche/contract'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { besideRank, rankWeights } from './fulltext.ts'
import { documentIds, type DocumentCondition } from './document-words-sql.ts'
import { markedSql } from './marked-sql.ts'

type Tree<Leaf> =
  | { readonly kind: 'all' | 'none' }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Tree<Leaf>[] }
  | { readonly kind: 'not'; readonly part: Tree<Leaf> }
  | Leaf

/** The rows that have one of these values, by number, of a facet. */
interface Overlap {
  readonly kind: 'overlap'
  readonly field: string
  readonly values: readonly number[]
}

/** Columns whose numbers a server keeps in memory; of instants, milliseconds. */
export type NumberColumnName = 'status' | 'owner_id' | 'valid_from' | 'valid_until'

/** How numbers are compared; every other operator is put in these words. */
export type NumberOperator = Extract<Operator, 'eq' | 'in' | 'neq' | 'nin' | 'gt' | 'gte' | 'lt' | 'lte'>

/** The rows whose number in a column fits. `eq` and `neq` with null ask whether there is one. */
interface NumberComparison {
  readonly kind: 'number'
  readonly column: NumberColumnName
  readonly operator: NumberOperator
  readonly values: readonly (number | null)[]
}

/**
 * The rows with one of these marks of a person, none of which stands for no mark; with the ids that these
 * are, in no order.
 */
export interface MarkCondition {
  readonly kind: 'marked'
  readonly resource: string
  readonly personId: number
  readonly field: MarkField
  readonly values: readonly (number | string)[]
  /** Null: more than the columns in memory are given. */
  readonly ids: readonly number[] | null
}

/**
 * The rows whose words match a tsquery. `linksApart`: of them, those that were written since linked names
 * have a weight of their own. `documents`: whose documents have the words, too.
 */
export interface WordsCondition {
  readonly kind: 'words'
  readonly query: string
  readonly linksApart: boolean
  readonly documents?: DocumentCondition | undefined
}

/** What only the database can say. */
interface SqlCondition {
  readonly kind: 'sql'
  readonly sql: RawBuilder<SqlBool>
}

/**
 * A condition on the projection row, which is called `s` in SQL: values are looked up, fields are resolved.
 */
export type Condition = Tree<Overlap | NumberComparison | MarkCondition | WordsCondition | SqlCondition>

/** A condition that the numbers in memory decide. */
export type ColumnCondition = Tree<Overlap | NumberComparison | MarkCondition | WordsCondition>

/** A comparison is a pass over all rows in memory; for more of them the database has an index. */
const maxPasses = 50

/** Each is a set of rows in memory, of which few are kept. */
const maxWords = 24

/** Whether the numbers in memory decide a condition, sooner than the database would. */
export function isColumnCondition(condition: Condition): condition is ColumnCondition {
  return (
    needsNoSql(condition) && sizeOf(condition) <= maxPasses && wordsOfCondition(condition).length <= maxWords
  )
}

/** All words that a condition asks for. */
export function wordsOfCondition(condition: Condition): WordsCondition[] {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.parts.flatMap(wordsOfCondition)
    case 'not':
      return wordsOfCondition(condition.part)
    default:
      return condition.kind === 'words' ? [condition] : []
  }
}

function needsNoSql(condition: Condition): condition is ColumnCondition {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.parts.every(needsNoSql)
    case 'not':
      return needsNoSql(condition.part)
    case 'marked':
      return condition.ids !== null
    default:
      return condition.kind !== 'sql'
  }
}

/** How many comparisons a condition is made of. */
function sizeOf(condition: Condition): number {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.parts.reduce((sum, part) => sum + sizeOf(part), 0)
    case 'not':
      return sizeOf(condition.part)
    default:
      return 1
  }
}

/** All of these conditions at once. */
export const allOf = (...parts: readonly Condition[]): Condition => ({ kind: 'and', parts })

/** Any of these conditions. */
export const anyOf = (...parts: readonly Condition[]): Condition => ({ kind: 'or', parts })

/** The rows that a condition leaves out. */
export const notOf = (part: Condition): Condition => ({ kind: 'not', part })

/** A condition in SQL; values travel as parameters. */
export function conditionSql(condition: Condition): RawBuilder<SqlBool> {
  switch (condition.kind) {
    case 'all':
      return sql<SqlBool>`true`
    case 'none':
      return sql<SqlBool>`false`
    case 'and':
      return join(condition.parts, sql` and `, 'all')
    case 'or':
      return join(condition.parts, sql` or `, 'none')
    // A comparison with what is missing is unknown in SQL, and holds for nobody here.
    case 'not':
      return sql<SqlBool>`not coalesce(${conditionSql(condition.part)}, false)`
    case 'number':
      return compareSql(
        sql.ref(`s.${condition.column}`),
        condition.operator,
        condition.values.map(valueOf(condition.column)),
        typeOf(condition.column),
      )
    // Numbers of ours, inlined: the planner estimates a constant array and not a parameter.
    case 'overlap':
      return condition.values.length === 0
        ? sql<SqlBool>`false`
        : sql<SqlBool>`s.facets && ${sql.raw(`'{${condition.values.map(Number).join(',')}}'::int[]`)}`
    case 'marked':
      return sql<SqlBool>`s.id in (${markedSql(condition)})`
    case 'words':
      return wordsSql(condition)
    case 'sql':
      return condition.sql
  }
}

function wordsSql({ query, linksApart, documents }: WordsCondition): RawBuilder<SqlBool> {
  const matches = sql<SqlBool>`s.words @@ ${sql.lit(query)}::tsquery`
  const inRow = linksApart ? sql<SqlBool>`(${matches} and s.links_apart)` : matches
  if (!documents) return inRow
  const inDocument = sql<SqlBool>`s.id = any(${documentIds(documents)})`
  return documents.place === 'alone' ? inDocument : sql<SqlBool>`(${inRow} or ${inDocument})`
}

/**
 * How well a row fits some words, as a `real`. Those that all stand in the row come first; of the others,
 * which their documents complete, those that have some of them.
 */
export function rankSql({ query, linksApart, documents }: WordsCondition): RawBuilder<number> {
  const weights = sql`${sql.lit(rankWeights(linksApart))}::real[]`
  const rank = sql<number>`ts_rank(${weights}, s.words, ${sql.lit(query)}::tsquery)`
  if (!documents) return rank
  return sql<number>`(case when s.words @@ ${sql.lit(query)}::tsquery then ${rank}
    else ts_rank(${weights}, s.words, ${sql.lit(documents.anyQuery)}::tsquery) * ${sql.lit(besideRank)}::float8 end)::real`
}

function join(
  parts: readonly Condition[],
  word: RawBuilder<unknown>,
  without: 'all' | 'none',
): RawBuilder<SqlBool> {
  const kept = parts.filter((part) => part.kind !== without)
  return kept.length === 0
    ? conditionSql({ kind: without })
    : sql<SqlBool>`(${sql.join(kept.map(conditionSql), word)})`
}

const isInstant = (column: string): boolean => column.startsWith('valid_')
const typeOf = (column: string): string => (isInstant(column) ? 'timestamptz' : 'bigint')
const valueOf =
  (column: string) =>
  (value: number | null): string | number | null =>
    value !== null && isInstant(column) ? new Date(value).toISOString() : value

const signs = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

/** A comparison of a column with numbers or instants in SQL. */
export function compareSql(
  column: RawBuilder<unknown>,
  operator: NumberOperator,
  values: readonly (string | number | null)[],
  type: string,
): RawBuilder<SqlBool> {
  const [value = null] = values
  const cast = sql.raw(type)
  const list = values.filter((one) => one !== null)
  switch (operator) {
    case 'eq':
      return value === null ? sql`${column} is null` : sql`${column} = ${value}::${cast}`
    case 'neq':
      return value === null ? sql`${column} is not null` : sql`${column} is distinct from ${value}::${cast}`
    case 'in':
      return sql`${column} = any(${list}::${cast}[])`
    case 'nin':
      return sql`not coalesce(${column} = any(${list}::${cast}[]), false)`
    default:
      return sql`${column} ${sql.raw(signs[operator])} ${value}::${cast}`
  }
}
