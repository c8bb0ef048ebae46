import {
  ApiError,
  maxPageSize,
  type CallAnswer,
  type CallInput,
  type Calls,
  type ImportItem,
} from '@cartouche/contract'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Context } from '../../access/context.ts'
import { requireAction } from '../../access/decide.ts'
import { compileImportScope } from '../../access/import-scope.ts'
import { labelIn, type Schema } from '../../model/schemas/schema.ts'
import { listSchemas } from '../../model/schemas/schema-registry.ts'
import { headersOf } from '../../model/schemas/read-schemas.ts'
import { decodePageToken, encodePageToken, signatureOf } from '../../model/search/page-token.ts'
import { countItemValues } from './count-item-values.ts'
import { importableFor, searchedSchema } from './import-resources.ts'
import { selectItems } from './imports.sql.ts'
import { compileItemSearch, maxItemIds, parseItemOrder, type ItemSearch } from './item-search.ts'
import { countItemsWhere, selectItemPage, type FoundItem } from './item-search.sql.ts'
import { isAsked, pickProperties } from './pick-properties.ts'
import { columnsFor, readItems } from './read-items.ts'
import { requireJob } from './read-jobs.ts'
import { suggestItemWords } from './suggest-item-words.ts'

type FindAll = CallInput<Calls['findAllImportItems']>
type FindInJob = CallInput<Calls['findImportItems']>
type Answer = CallAnswer<Calls['findImportItems']>
/** What is answered where no words were asked for. */
type Items = Omit<Answer, 'response'> & {
  readonly response: Omit<Answer['response'], 'data'> & { readonly data: ImportItem[] }
}

/**
 * A page of the items of an import, in order of upload by default, with what they propose, and how
 * many there are by status; or words.
 * @throws entity_not_found, query_syntax, unknown_field, token_mismatch, invalid_parameter, too_many_ids
 */
export function findImportItems(context: Context, input: FindInJob & { suggest?: undefined }): Promise<Items>
export function findImportItems(context: Context, input: FindInJob): Promise<Answer>
export async function findImportItems(context: Context, input: FindInJob): Promise<Answer> {
  await requireJob(context, input.id, 'view')
  return find(context, input, sql<SqlBool>`i.job_id = ${input.id}`)
}

/**
 * The same of all imports that the user may see.
 * @throws query_syntax, unknown_field, token_mismatch, invalid_parameter, too_many_ids, access_denied
 */
export function findAllImportItems(context: Context, input: FindAll): Promise<Answer> {
  return find(context, input, itemScope(context))
}

/**
 * One item, or several as a list of those that are there.
 * @throws entity_not_found, too_many_ids, access_denied
 */
export async function getImportItems(
  context: Context,
  input: CallInput<Calls['getImportItems']>,
): Promise<CallAnswer<Calls['getImportItems']>> {
  const { ids } = input
  if (ids.length > maxItemIds) throw new ApiError('too_many_ids', { max: maxItemIds })
  const where = sql<SqlBool>`i.id = any(${ids}::bigint[]) and ${itemScope(context)}`
  const order = sql`array_position(${ids}::bigint[], i.id)`
  const rows = await selectItems(context.database, where, order, undefined, columnsFor(input))
  const items = (await readItems(context, rows, input)).map((item) => pickProperties(item, input))
  const [first] = items
  if (ids.length === 1 && !first)
    throw new ApiError('entity_not_found', { resource: 'massimportitem', id: ids[0] ?? 0 })
  return {
    resource: 'massimportitem',
    ...(input.headers ? { headers: (await describeResources(context, { headers: true })).headers } : {}),
    response: { data: ids.length === 1 && first ? first : items },
  }
}

/** The first items of a job, for whoever may see the job. */
export async function listJobItems(context: Context, jobId: number, max: number): Promise<ImportItem[]> {
  const rows = await selectItems(context.database, sql<SqlBool>`i.job_id = ${jobId}`, undefined, max)
  return readItems(context, rows)
}

const itemScope = (context: Context): RawBuilder<SqlBool> =>
  compileImportScope(requireAction(context.identity, 'massimportitem', 'view'))

async function find(context: Context, input: FindAll, within: RawBuilder<SqlBool>): Promise<Answer> {
  const schema = await searchedSchema(context)
  const around = {
    ...(await describeResources(context, input)),
    ...(input.state === undefined ? {} : { state: input.state }),
  }
  if (input.suggest === 'words') {
    const words = await suggestItemWords(context, schema, within, input)
    return { ...around, links: {}, response: { total: words.length, outstandingItems: [], data: words } }
  }
  const search = await compileItemSearch(context, schema, within, input)
  const [page, outstandingItems, aggregates] = await Promise.all([
    findPage(context, schema, search, input),
    findOutstanding(context, search, input),
    countItemValues(context, schema, search, input),
  ])
  return {
    ...around,
    links: page.next === undefined ? {} : { nextResultsToken: page.next, moreResultsToken: page.next },
    response: { total: page.total, outstandingItems, data: page.data, ...(aggregates ? { aggregates } : {}) },
  }
}

/**
 * What items can become, as far as the user knows of it, with the fields of each: ten kilobytes, which a
 * question for a few properties has to ask for.
 * @source decision 0169
 */
async function describeResources(
  context: Context,
  { props, headers = props === undefined }: Pick<FindAll, 'props' | 'headers'>,
): Promise<Pick<Answer, '$assetmetadataresources' | 'headers'>> {
  const known = await listSchemas(context)
  const schemas = importableFor(context.identity, known)
  return {
    $assetmetadataresources: schemas.map(({ resource, label }) => ({
      resource,
      name: labelIn(label, context.locale),
      description: '',
    })),
    headers: {
      $assetmetadata: Object.fromEntries(
        headers ? schemas.map((schema) => [schema.resource, headersOf(context, known, schema)]) : [],
      ),
    },
  }
}

async function findPage(
  context: Context,
  schema: Schema,
  search: ItemSearch,
  input: FindAll,
): Promise<{ data: ImportItem[]; total: number; next?: string }> {
  const order = parseItemOrder(schema, input.orderby, search)
  const signature = signatureOf([
    'massimportitem',
    'id' in input ? input.id : null,
    input.query ?? null,
    input.fulltext ?? '',
    input.fulltextMode ?? '',
    input.orderby ?? '',
  ])
  const token = input.after === undefined ? undefined : decodePageToken(input.after, signature)
  const max = input.withData === false ? 0 : Math.min(input.max ?? maxPageSize, maxPageSize)
  const readPage = async (): Promise<{ rows: readonly FoundItem[]; read: readonly ImportItem[] }> => {
    if (max === 0) return { rows: [], read: [] }
    const rows = await selectItemPage(context.database, search.matching, order, {
      after: token?.after,
      max: max + 1,
      score: search.score,
      columns: columnsFor(input),
    })
    return { rows, read: await readItems(context, rows.slice(0, max), input) }
  }
  const [{ rows, read }, total] = await Promise.all([
    readPage(),
    token?.total ?? countItemsWhere(context.database, search),
  ])
  const page = rows.slice(0, max)
  const tokenAfter = (row: FoundItem): string =>
    encodePageToken({ q: signature, after: [...row.sort], total })
  const hasTokens = isAsked('$nextresulttoken', input)
  const data = read.map((item, at) => {
    const row = page[at]
    if (typeof row?.score === 'number') item.$score = row.score
    if (hasTokens && row) item.$nextresulttoken = tokenAfter(row)
    return pickProperties(item, input)
  })
  const last = page.at(-1)
  return { data, total, ...(rows.length > max && last ? { next: tokenAfter(last) } : {}) }
}

/** Items whose inspection decides yet whether they are found. @source data-layer §3: $fuzzy */
async function findOutstanding(
  context: Context,
  { outstanding }: ItemSearch,
  input: FindAll,
): Promise<ImportItem[]> {
  if (!outstanding || input.withData === false || input.after !== undefined) return []
  const rows = await selectItems(context.database, outstanding, undefined, maxPageSize, columnsFor(input))
  const items = await readItems(context, rows, input)
  return items.map((item) => pickProperties({ ...item, $fuzzy: true }, input))
}
