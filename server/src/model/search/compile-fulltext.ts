import { sql, type SqlBool } from 'kysely'
import { seesAll, type Reader, type Scope } from '../../access/decide.ts'
import { isLink, type Field, type Schema } from '../schemas/schema.ts'
import { scopeCondition } from './compile-scope.ts'
import { allOf, anyOf, conditionSql, rankSql, type Condition, type WordsCondition } from './condition.ts'
import type { DocumentCondition } from './document-words-sql.ts'
import { selectNamedValues } from './facet-values.sql.ts'
import type { SearchIn } from './search-in.ts'
import { wordsOf } from '../../ground/fold-text.ts'
import { expandTerms } from './expand-terms.ts'
import {
  clausesOfDocuments,
  fulltextQuery,
  termQuery,
  termsOf,
  type Clause,
  type Fulltext,
  type Term,
} from './fulltext.ts'

/** A full text with the condition on `search s` under which a row matches it. */
export interface CompiledFulltext extends Fulltext {
  readonly condition: Condition
  /** Those that the rank is about. */
  readonly words: WordsCondition
  /** Under which the row itself matches it; missing where no documents are looked into. */
  readonly inRow?: Condition
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
 * may see: what is hidden from them has no name. Words inside a document count for whoever may read it.
 * Synonyms count like what was typed. Undefined where there is no word.
 * @source decisions 0115, 0185 and 0252
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
  const text: Text = {
    clauses,
    mode,
    query,
    documents: schema.importField === null ? undefined : await documentsOf(where, schema, reader),
  }
  const hidesLinks = linking.some(({ target }) => !seesAll(reader.sees(target)))
  return hidesLinks
    ? compileVisibly(text, (term) => visibly(where, schema, linking, reader, term))
    : compileAll(text)
}

/** A full text before it is compiled. */
interface Text {
  readonly clauses: readonly Clause[]
  readonly mode: 'should' | 'must'
  readonly query: string
  readonly documents: ReadableDocuments | undefined
}

/** The documents that a reader may read: those of rows of this resource for which a condition holds. */
interface ReadableDocuments {
  readonly resource: string
  readonly scope: Condition
}

async function documentsOf(
  where: CompileIn,
  { resource }: Schema,
  reader: Reader,
): Promise<ReadableDocuments | undefined> {
  const scope = reader.reads(resource)
  return scope.rows.kind === 'none' ? undefined : { resource, scope: await scopeCondition(where, scope) }
}

function lookInDocuments(
  { resource }: ReadableDocuments,
  clauses: readonly Clause[],
  mode: 'should' | 'must',
  place: DocumentCondition['place'],
): DocumentCondition {
  const own = clausesOfDocuments(clauses)
  const leaves = [...new Set(own.flat(2).map((term) => termQuery(term)))]
  return {
    resource,
    place,
    query: fulltextQuery(own, mode) ?? '',
    anyQuery: leaves.join(' | '),
    clauses: own,
    mode,
  }
}

/** For who may see all that rows link to. */
function compileAll({ query, clauses, mode, documents }: Text): CompiledFulltext {
  const inRow: WordsCondition = { kind: 'words', query, linksApart: false }
  if (!documents) return { hidesLinks: false, words: inRow, rank: rankSql(inRow), condition: inRow }
  const words: WordsCondition = { ...inRow, documents: lookInDocuments(documents, clauses, mode, 'beside') }
  return {
    hidesLinks: false,
    words,
    inRow,
    rank: rankSql(words),
    condition: documents.scope.kind === 'all' ? words : anyOf(inRow, allOf(documents.scope, words)),
  }
}

/** For the others, word by word. */
async function compileVisibly(
  { query, clauses, mode, documents }: Text,
  says: (term: Term) => Promise<Condition>,
): Promise<CompiledFulltext> {
  const join = mode === 'must' ? allOf : anyOf
  const ofWords = async (condition: (term: Term) => Promise<Condition>): Promise<Condition> =>
    join(
      ...(await Promise.all(
        clauses.map(async (clause) =>
          anyOf(
            ...(await Promise.all(
              clause.map(async (terms) =>
                allOf(...(await Promise.all(terms.map((term) => condition(term))))),
              ),
            )),
          ),
        ),
      )),
    )
  // A row that was written before linked names had a weight of their own says nothing until it is written
  // again.
  const words: WordsCondition = { kind: 'words', query, linksApart: true }
  const inRow = allOf(words, await ofWords(says))
  if (!documents) return { hidesLinks: true, words, rank: rankSql(words), condition: inRow }
  const inDocument = (sought: readonly Clause[], joined: 'should' | 'must'): WordsCondition => {
    const condition = lookInDocuments(documents, sought, joined, 'alone')
    return { kind: 'words', query: condition.query, linksApart: false, documents: condition }
  }
  // What stands in the row itself alone ranks: not even the order of what a document completes shows anything
  // of hidden names.
  const own: WordsCondition = { ...words, query: fulltextQuery(clauses, mode, 'ABC') ?? '' }
  return {
    hidesLinks: true,
    words: own,
    inRow,
    rank: sql<number>`(case when ${conditionSql(own)} then ${rankSql(own)} else 0 end)`,
    condition: anyOf(
      inRow,
      allOf(
        documents.scope,
        inDocument([clauses.flat(2).map((term) => [term])], 'should'),
        await ofWords(async (term) => anyOf(await says(term), inDocument([[[term]]], 'must'))),
      ),
    ),
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
  return anyOf({ kind: 'words', query: termQuery(term, 'ABC'), linksApart: true }, ...linked)
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
