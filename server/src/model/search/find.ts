import { ApiError, type Query } from '@cartouche/contract'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { timelessKey, type Scope } from '../../access/decide.ts'
import { refuseSlow } from '../../ground/database/create-pool.ts'
import type { Database } from '../../ground/database/database.ts'
import { isOneOf } from '../../ground/database/is-one-of.ts'
import type { Schema } from '../schemas/schema.ts'
import type { Schemas } from '../schemas/schema-registry.ts'
import { compileQuery } from './compile-query.ts'
import { scopeCondition } from './compile-scope.ts'
import type { BestRows } from './columns/pick-best.ts'
import { allOf, conditionSql, wordsOfCondition, type Condition, type WordsCondition } from './condition.ts'
import { countBest, getCounts, listHits, type Counted, type Counts } from './counts.ts'
import { countMarks, type MarkCounts } from './count-marks.ts'
import { foldText } from '../../ground/fold-text.ts'
import { compileFulltext, type CompiledFulltext } from './compile-fulltext.ts'
import { parseOrder, type Order } from './order.ts'
import { decodePageToken, encodePageToken, signatureOf } from './page-token.ts'
import { hasRows, selectPage, selectPageAndIds, selectWords, type FoundRow } from './search.sql.ts'
import { requireModest } from './query-budget.ts'
import { inTurn, type SearchIn } from './search-in.ts'
import { revisionsOf } from './revisions.ts'

export type { SearchIn } from './search-in.ts'

/** What is searched. */
export interface Search {
  readonly scope: Scope
  readonly query: Query
  readonly fulltext?: string | undefined
  readonly fulltextMode?: 'should' | 'must' | undefined
}

/** Which page of it. */
export interface PageRequest {
  readonly orderby?: string | undefined
  readonly max: number
  /** Token of the page before. */
  readonly after?: string | undefined
  readonly withFacets?: boolean | undefined
  /** Counts the values of marks beside the facets. */
  readonly withMarkCounts?: boolean | undefined
  /** Says which of the page were found by words inside their documents. */
  readonly withDocumentHits?: boolean | undefined
}

/**
 * Ids in order. `next` is missing on the last page; `facets` are there where they were asked for, on
 * whichever page.
 */
export interface FoundPage {
  readonly ids: readonly number[]
  /** Those of them that do not match the full text without their documents, where that was asked for. */
  readonly documentHits?: readonly number[] | undefined
  readonly total: number
  readonly next?: string | undefined
  readonly facets?: Counts | undefined
  readonly markCounts?: MarkCounts | undefined
}

/**
 * Finds a page of one resource within a scope. The total comes from the token on later pages: what was said
 * on the first page stands while someone scrolls.
 * @throws unknown_field, query_syntax, query_too_large, query_too_slow, searches_waiting, token_mismatch,
 * invalid_parameter
 */
export async function findPage(where: SearchIn, search: Search, page: PageRequest): Promise<FoundPage> {
  requireModest(search.query)
  return inTurn(where, search, () => readHits(where, search, page).catch(refuseSlow))
}

async function readHits(where: SearchIn, search: Search, request: PageRequest): Promise<FoundPage> {
  const schema = schemaOf(where.schemas, search.scope.resource)
  const fulltext = await fulltextOf(where, schema, search)
  const order = parseOrder(schema, request.orderby, fulltext, search.scope.reader)
  const condition = await compileSearch(where, schema, search, fulltext)
  const signature = signatureOf([
    search.query,
    search.fulltext ?? '',
    search.fulltextMode ?? '',
    request.orderby ?? '',
    timelessKey(search.scope),
  ])
  const token = request.after === undefined ? undefined : decodePageToken(request.after, signature)
  const counted =
    token && !request.withFacets
      ? undefined
      : { resource: schema.resource, condition, withFacets: request.withFacets === true }
  const { rows, counts } = await readPage(
    where,
    order,
    { condition, resource: schema.resource, words: fulltext?.words, after: token?.after, max: request.max },
    counted,
  )
  const total = counts?.total ?? token?.total ?? 0
  const page = rows.slice(0, request.max)
  const last = page.at(-1)
  const next =
    rows.length > request.max && last
      ? encodePageToken({ q: signature, after: [...last.sort], total })
      : undefined
  const ids = page.map((row) => row.id)
  return {
    ids,
    documentHits: request.withDocumentHits
      ? await selectDocumentHits(where, schema, fulltext, ids)
      : undefined,
    total,
    next,
    facets: request.withFacets ? counts : undefined,
    markCounts: request.withMarkCounts
      ? await countMarks(where, schema, search.scope.reader, { condition, total })
      : undefined,
  }
}

/**
 * Hits of a full text that their rows alone would not have been. Only whoever may read a document has such
 * hits: it shows them nothing that the list does not.
 */
async function selectDocumentHits(
  { database }: SearchIn,
  { resource }: Schema,
  fulltext: CompiledFulltext | undefined,
  ids: readonly number[],
): Promise<number[]> {
  if (fulltext?.inRow === undefined) return []
  const [inRow] = await revisionsOf(
    database,
    { resource, ids: Float64Array.from(ids), conditions: [fulltext.inRow] },
    undefined,
  )
  return ids.filter((_id, at) => inRow?.[at] === 0)
}

interface PageOf {
  readonly resource: string
  readonly condition: Condition
  /** Those that a rank is about. */
  readonly words: WordsCondition | undefined
  readonly after: readonly (string | null)[] | undefined
  readonly max: number
}

/** The rows of a page, and the counts where they are asked for. */
async function readPage(
  where: SearchIn,
  order: Order,
  { resource, condition, words, after, max }: PageOf,
  counted: Counted | undefined,
): Promise<{ rows: readonly FoundRow[]; counts?: Counts | undefined }> {
  const { database, columns } = where
  if (order.byRelevance && words && counted && after === undefined && max > 0 && columns?.isReady()) {
    const [, id, ...others] = order.keys
    const found =
      others.length === 0 && id
        ? await countBest(where, counted, { words, max: max + 1, descendingIds: id.descending })
        : undefined
    if (found) return { counts: found.counts, rows: toFoundRows(found.best) }
    const { page, ids } = await selectPageAndIds(database, resource, conditionSql(condition), order.keys, max)
    return { rows: page, counts: await getCounts(where, { ...counted, ids }) }
  }
  const listed =
    max > 0 && wordsOfCondition(condition).some(({ documents }) => documents)
      ? await listHits(where, counted ?? { resource, condition, withFacets: false }, maxListed)
      : undefined
  if (listed) {
    const rows = await selectListed(database, resource, listed.ids, { order, after, max })
    return { rows, counts: counted && listed.counts }
  }
  const [rows, counts] = await Promise.all([
    max === 0 ? [] : selectPage(database, resource, conditionSql(condition), order.keys, after, max),
    counted && getCounts(where, counted),
  ])
  return { rows, counts }
}

/**
 * Hits that are listed in memory for a page in another order: to look into documents for each page takes
 * longer.
 */
const maxListed = 50_000

/** A page of hits that are listed. In the order of their ids it is cut here. */
async function selectListed(
  database: Database,
  resource: string,
  ids: Float64Array,
  { order: { keys }, after, max }: { order: Order } & Pick<PageOf, 'after' | 'max'>,
): Promise<readonly FoundRow[]> {
  const [first, ...others] = keys
  if (first && others.length === 0) return pageById(ids, first.descending, after?.[0], max)
  return selectPage(database, resource, isOneOf(sql.ref('s.id'), ids), keys, after, max)
}

/** A page of ids after another one; `ids` in any order. */
function pageById(
  ids: Float64Array,
  descending: boolean,
  after: string | null | undefined,
  max: number,
): FoundRow[] {
  const sorted = ids.toSorted()
  if (descending) sorted.reverse()
  const last = Number(after ?? (descending ? Infinity : -Infinity))
  const start = sorted.findIndex((id) => (descending ? id < last : id > last))
  const page = start < 0 ? [] : sorted.subarray(start, start + max + 1)
  return Array.from(page, (id) => ({ id, sort: [String(id)] }))
}

function toFoundRows({ ids, ranks }: BestRows): FoundRow[] {
  return Array.from(ids, (id, at) => ({ id, sort: [rankText(ranks[at] ?? 0), String(id)] }))
}

/** The shortest text of a rank that is read as the same `float4`, which PostgreSQL writes, too. */
function rankText(rank: number): string {
  const texts = [6, 7, 8, 9].map((digits) => String(Number(rank.toPrecision(digits))))
  return texts.find((text) => Math.fround(Number(text)) === rank) ?? String(rank)
}

/**
 * A search as SQL over `search s`: which rows, in which order. For statements that work on all hits without
 * reading them here.
 */
export interface CompiledSearch {
  readonly where: RawBuilder<SqlBool>
  readonly orderBy: RawBuilder<unknown>
}

/**
 * Compiles a search within its scope.
 * @throws unknown_field, query_syntax, query_too_large, invalid_parameter
 */
export async function compileHits(
  where: SearchIn,
  search: Search,
  orderby: string | undefined,
): Promise<CompiledSearch> {
  requireModest(search.query)
  const schema = schemaOf(where.schemas, search.scope.resource)
  const fulltext = await fulltextOf(where, schema, search)
  const order = parseOrder(schema, orderby, fulltext, search.scope.reader)
  const keys = order.keys.map((key) => sql`${key.expression} ${sql.raw(key.descending ? 'desc' : 'asc')}`)
  return {
    where: conditionSql(await compileSearch(where, schema, search, fulltext)),
    orderBy: sql.join(keys),
  }
}

/** Ids among these that lie in the scope, in the order given. */
export async function keepInScope(where: SearchIn, scope: Scope, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0 || scope.rows.kind === 'none') return []
  const condition = await scopeCondition(where, scope)
  const [revisions] = await revisionsOf(
    where.database,
    { resource: scope.resource, ids: Float64Array.from(ids), conditions: [condition] },
    where.columns,
  )
  return ids.filter((_id, at) => (revisions?.[at] ?? 0) !== 0)
}

/**
 * Completes the last word of a text from words of visible rows that match the words before it. At most `max`.
 * To whoever is not allowed to see all that is linked, only what finds something for them is answered.
 */
export async function suggestWords(where: SearchIn, search: Search, max = 6): Promise<string[]> {
  requireModest(search.query)
  return inTurn(where, search, () => completeWord(where, search, max).catch(refuseSlow))
}

async function completeWord(where: SearchIn, search: Search, max: number): Promise<string[]> {
  const typed = foldText(search.fulltext ?? '')
  const [, before = '', prefix = ''] = /^(.*?)([\p{L}\p{N}]*)$/su.exec(typed) ?? []
  if (prefix === '') return []
  const schema = schemaOf(where.schemas, search.scope.resource)
  const fulltext = await fulltextOf(where, schema, {
    ...search,
    fulltext: `${before} `,
    fulltextMode: 'must',
  })
  const condition = await compileSearch(where, schema, search, fulltext)
  const hidesLinks = (await fulltextOf(where, schema, { ...search, fulltext: prefix }))?.hidesLinks === true
  const words = await selectWords(
    where.database,
    schema.resource,
    prefix,
    conditionSql(condition),
    hidesLinks ? mostCompletions : max,
  )
  if (!hidesLinks) return words
  const found: string[] = []
  for (const word of words) {
    if (found.length === max) break
    const named = await fulltextOf(where, schema, { ...search, fulltext: `${word} `, fulltextMode: 'must' })
    if (
      named &&
      (await hasRows(where.database, schema.resource, conditionSql(allOf(condition, named.condition))))
    )
      found.push(word)
  }
  return found
}

/** Completions that are looked at one by one. */
const mostCompletions = 60

async function fulltextOf(
  where: SearchIn,
  schema: Schema,
  { scope, fulltext, fulltextMode }: Search,
): Promise<CompiledFulltext | undefined> {
  return fulltext === undefined
    ? undefined
    : compileFulltext(where, schema, scope.reader, { typed: fulltext, mode: fulltextMode })
}

/**
 * The condition under which a row is a hit of a search.
 * @throws unknown_field, query_syntax, query_too_large
 */
export async function compileHitCondition(where: SearchIn, search: Search): Promise<Condition> {
  requireModest(search.query)
  const schema = schemaOf(where.schemas, search.scope.resource)
  return compileSearch(where, schema, search, await fulltextOf(where, schema, search))
}

async function compileSearch(
  where: SearchIn,
  schema: Schema,
  search: Search,
  fulltext: CompiledFulltext | undefined,
): Promise<Condition> {
  const [scope, query] = await Promise.all([
    scopeCondition(where, search.scope),
    compileQuery({ ...where, schema, reader: search.scope.reader }, search.query),
  ])
  return fulltext === undefined ? allOf(scope, query) : allOf(scope, query, fulltext.condition)
}

function schemaOf(schemas: Schemas, resource: string): Schema {
  const schema = schemas.get(resource)
  if (!schema) throw new ApiError('unknown_resource', { resource: resource.slice(0, 64) })
  return schema
}
