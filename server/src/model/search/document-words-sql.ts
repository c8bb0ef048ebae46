import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { termQuery, type Clause, type Term } from './fulltext.ts'

/**
 * Words that are looked for inside documents. `alone`: all of them inside of one; `beside`: in the row, or
 * those that the row does not have inside its document.
 */
export interface DocumentCondition {
  readonly resource: string
  readonly place: 'alone' | 'beside'
  /** As they are looked for in documents. */
  readonly query: string
  /** One of the words at least is in the document. */
  readonly anyQuery: string
  readonly clauses: readonly Clause[]
  readonly mode: 'should' | 'must'
}

/**
 * The ids of the rows whose documents have the words, as an array: PostgreSQL joins the indexes of rows and
 * of documents by it, where it would read all rows for a condition on two tables.
 * @source decision 0252
 */
export function documentIds(condition: DocumentCondition): RawBuilder<unknown> {
  const { resource, place, query, anyQuery, clauses, mode } = condition
  const having = (words: string): RawBuilder<unknown> =>
    sql`select documents_with(${sql.lit(words)}::tsquery)`
  if (place === 'alone' || query === anyQuery)
    return sql`array(select f.id from entity_file f where f.resource = ${sql.lit(resource)} and f.sha256 in (${having(query)}))`
  const says = (term: Term): RawBuilder<SqlBool> => {
    const words = termQuery(term)
    return sql<SqlBool>`(m.words @@ ${sql.lit(words)}::tsquery or f.sha256 in (${having(words)}))`
  }
  const all = clauses.map(
    (clause) =>
      sql`(${sql.join(
        clause.map((terms) => sql`(${sql.join(terms.map(says), sql` and `)})`),
        sql` or `,
      )})`,
  )
  return sql`array(select f.id from entity_file f join search m on m.resource = f.resource and m.id = f.id
    where f.resource = ${sql.lit(resource)} and f.sha256 in (${having(anyQuery)}) and ${sql.join(all, mode === 'must' ? sql` and ` : sql` or `)})`
}
