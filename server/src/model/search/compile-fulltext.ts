import { sql, type SqlBool } from 'kysely'
import { seesAll, type Reader, type Scope } from '../../access/decide.ts'
import { isLink, type Field, type Schema } from '../schemas/schema.ts'
import { scopeCondition } from './compile-scope.ts'
import { allOf, anyOf, conditionSql, type Condition, type WordsCondition } from './condition.ts'
import { selectNamedValues } from './facet-values.sql.ts'
import type { SearchIn } from './search-in.ts'
import { wordsOf } from '../../ground/fold-text.ts'
import { expandTerms } from './expand-terms.ts'
import { fulltextQuery, termQuery, termsOf, type Fulltext, type Term } from './fulltext.ts'

/** A full text with the condition on `search s` under which a row matches it. */
export interface CompiledFulltext extends Fulltext {
  readonly condition: Condition
  /** The part of it that the rank is about. */
  readonly words: WordsCondition
}

type CompileIn = Pick<SearchIn, 'database' | 'schemas' | 'synonyms'> & Partial<Pick<SearchIn, 'facetValues'>>

/** What someone typed. */
export interface TypedText {
  readonly typed: string
  readonly mode?: 'should' | 'must' | undefined
}

/**
 * Compiles what someone typed. For who may see all that rows link to, the index decides. For the others a
 * word of a row counts where the row itself says it, or where it links to something of that name that they
 * may see: what is hidden from them has no name. Synonyms count like what was typed. Undefined where there is
 * no word.
 * @source decisions 0115 and 0185
 */
export async function compileFulltext(
  where: CompileIn,
  schema: Schema,
  reader: Reader,
  { typed, mode = 'must' }: TypedText,
): Promise<CompiledFulltext | undefined> {
  const clauses = expandTerms(termsOf(typed), await where.synonyms.get(where.database))
  const query = fulltextQuery(clauses, mode)
  if (query === undefined) return undefined
  const linking = [...schema.fields.values()]
    .filter((field) => isLink(field))
    .filter(({ fulltextWeight }) => fulltextWeight !== null)
  const hidesLinks = linking.some(({ target }) => !seesAll(reader.sees(target)))
  // A row that was written before linked names had a weight of their own tells nothing until it is written
  // again.
  const words: WordsCondition = { kind: 'words', query, linksApart: hidesLinks }
  if (!hidesLinks) return { query, mode, hidesLinks, words, condition: words }
  const says = (term: Term): Promise<Condition> => visibly(where, schema, linking, reader, term)
  const parts = await Promise.all(
    clauses.map(async (clause) =>
      anyOf(
        ...(await Promise.all(
          clause.map(async (terms) => allOf(...(await Promise.all(terms.map((term) => says(term)))))),
        )),
      ),
    ),
  )
  return {
    query,
    mode,
    hidesLinks,
    words,
    condition: allOf(words, mode === 'must' ? allOf(...parts) : anyOf(...parts)),
  }
}

type LinkField = Field & { readonly target: string }

/** The rows that say a word themselves, or by something visible that they link to. */
async function visibly(
  where: CompileIn,
  schema: Schema,
  linking: readonly LinkField[],
  reader: Reader,
  term: Term,
): Promise<Condition> {
  const byTarget = Map.groupBy(linking, ({ target }) => target)
  const linked = await Promise.all(
    [...byTarget].map(async ([target, fields]): Promise<Condition> => {
      const names = fields.map(({ name }) => name)
      return {
        kind: 'overlap',
        field: names.join(),
        values: await namedValues(where, schema, names, reader.sees(target), term),
      }
    }),
  )
  return anyOf({ kind: 'words', query: termQuery(term, 'ABC'), linksApart: false }, ...linked)
}

/** Facet values of these fields that lead to something within a scope whose name has the word. */
async function namedValues(
  where: CompileIn,
  schema: Schema,
  fields: readonly string[],
  scope: Scope,
  term: Term,
): Promise<number[]> {
  if (scope.rows.kind === 'none') return []
  const visible = conditionSql(await scopeCondition(where, scope))
  const found = await selectNamedValues(where.database, schema.resource, fields, {
    resource: scope.resource,
    where: sql<SqlBool>`s.words @@ ${termQuery(term)}::tsquery and ${visible}`,
  })
  const isNamed = (name: string | null): boolean =>
    wordsOf(name ?? '').some((word) => (term.goesOn ? word.startsWith(term.word) : word === term.word))
  return found.filter(({ names }) => names.some(isNamed)).map(({ value }) => value)
}
