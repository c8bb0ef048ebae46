import {
  ApiError,
  isMarkField,
  parseQuery,
  pageSizeOf,
  parseResourcePath,
  type CallInput,
  type Calls,
  type Facets,
  type ListAnswer,
  type TreeAnswer,
} from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { requireAction, scopeOf, type Scope } from '../../access/decide.ts'
import { labelIn, type Schema } from '../schemas/schema.ts'
import { getSchemaOf } from '../schemas/schema-registry.ts'
import { correctWords } from '../search/correct-words.ts'
import { findPage, suggestWords, type FoundPage, type Search } from '../search/find.ts'
import { readSchemas } from '../schemas/read-schemas.ts'
import { findTree, isTreeRequest } from './trees/find-tree.ts'
import { findGroups } from './find-groups.ts'
import { readFacets } from './read-facets.ts'
import { readEntities } from './read-entities.ts'
import { searchIn } from '../search/search-in.ts'

type FindInput = CallInput<Calls['findEntities']>

/** Versions that existing clients read in every list. @source wire facts "Lists" */
const versions = { version: '1.0', apiversion: '2.4' } as const

/**
 * Finds entities of one or several resources: a page with facets, or suggested words. Several resources are
 * paged one after the other, in the order asked for.
 * @throws unknown_resource, query_syntax, unknown_field, token_mismatch, invalid_parameter, sign_in_needed,
 * access_denied
 */
export async function findEntities(context: Context, input: FindInput): Promise<ListAnswer> {
  const named = parseResourcePath(input.path)
  if (named.kind !== 'list') throw new ApiError('path_not_found')
  const schemas = await Promise.all(named.resources.map((resource) => getSchemaOf(context, resource)))
  const [schema] = schemas
  if (!schema) throw new ApiError('path_not_found')
  if (input.suggest !== undefined) return suggest(context, schema, input)
  if (isTreeRequest(schema, input))
    return asList(await findTree(context, { ...input, path: `${schema.path}/tree` }))
  if (input.group !== undefined && named.several)
    throw new ApiError('invalid_parameter', {
      parameter: 'group',
      reason: 'only a list of one resource can be grouped',
    })
  if (input.group !== undefined) return findInGroups(context, schema, { ...input, group: input.group })
  return named.several ? findInSeveral(context, schemas, input) : findInOne(context, schema, input)
}

async function findInOne(context: Context, schema: Schema, input: FindInput): Promise<ListAnswer> {
  const scope = requireAction(context.identity, schema.resource, 'view')
  const page = await findOf(context, scope, input, input.after, pageMax(schema, input))
  noteSearch(context, schema.resource, page, input)
  const [data, facets] = await Promise.all([
    readPage(context, schema, page, input),
    facetsOf(context, schema, page, input),
  ])
  return {
    resource: schema.resource,
    name: labelIn(schema.label, context.locale),
    ...versions,
    ...echo(input),
    headers: await headersOf(context, input),
    links: linksOf(input, page.next),
    response: {
      count: data.length,
      total: page.total,
      data,
      ...documentHitsOf([page]),
      ...(facets ? { aggregates: facets } : {}),
    },
  }
}

/** What somebody typed, once: not for the pages that follow, nor for counts. */
function noteSearch(
  context: Context,
  resource: string,
  { total }: FoundPage,
  { fulltext = '', after, withData }: FindInput,
): void {
  if (fulltext.trim() === '' || after !== undefined || withData === false) return
  context.usage.note(context, { kind: 'search', resource, words: fulltext, hits: total })
}

async function findInGroups(
  context: Context,
  schema: Schema,
  input: FindInput & { group: string },
): Promise<ListAnswer> {
  const scope = requireAction(context.identity, schema.resource, 'view')
  const { groups, next, page, pages } = await findGroups(context, schema, input, searchOf(scope, input))
  const data = groups.flatMap((group) => group.data)
  const facets = await facetsOf(
    context,
    schema,
    input.withAggregates ? page : { ...page, facets: undefined },
    input,
  )
  return {
    resource: schema.resource,
    name: labelIn(schema.label, context.locale),
    ...versions,
    ...echo(input),
    headers: await headersOf(context, input),
    links: {},
    response: {
      count: data.length,
      total: page.total,
      data,
      ...documentHitsOf(pages),
      groups: [...groups],
      ...(next === undefined ? {} : { nextGroups: next }),
      ...(facets ? { aggregates: facets } : {}),
    },
  }
}

/** What was found by words inside documents; nothing is said where that is nothing. */
function documentHitsOf(pages: readonly FoundPage[]): { documentHits?: number[] } {
  const ids = new Set(pages.flatMap(({ documentHits = [] }) => documentHits))
  return ids.size === 0 ? {} : { documentHits: [...ids] }
}

async function findInSeveral(
  context: Context,
  schemas: readonly Schema[],
  input: FindInput,
): Promise<ListAnswer> {
  const start = input.after === undefined ? { at: 0, after: undefined } : splitToken(input.after)
  const pages = new Map<Schema, FoundPage>()
  const data: ListAnswer['response']['data'] = []
  let next: string | undefined
  for (const [at, schema] of schemas.entries()) {
    const left = at < start.at || next !== undefined ? 0 : pageMax(schema, input) - data.length
    const page = await findOf(
      context,
      scopeOf(context.identity, schema.resource, 'view'),
      input,
      at === start.at ? start.after : undefined,
      left,
    )
    pages.set(schema, page)
    data.push(...(await readPage(context, schema, page, input)))
    if (next === undefined && at >= start.at) next = nextOf(at, schemas.length, page, left)
  }
  if ([...pages.values()].every((page) => page.total === 0))
    schemas.forEach((schema) => requireAction(context.identity, schema.resource, 'view'))
  const facets = input.withAggregates
    ? Object.fromEntries(
        await Promise.all(
          [...pages].map(
            async ([schema, page]) =>
              [schema.resource, await facetsOf(context, schema, page, input)] as const,
          ),
        ),
      )
    : undefined
  return {
    resources: schemas.map((schema) => ({
      resource: schema.resource,
      name: labelIn(schema.label, context.locale),
    })),
    ...versions,
    ...echo(input),
    headers: await headersOf(context, input),
    links: linksOf(input, next),
    response: {
      count: data.length,
      total: [...pages.values()].reduce((sum, page) => sum + page.total, 0),
      data,
      ...(facets ? { aggregates: facets } : {}),
    },
  }
}

/**
 * Where a list of several resources goes on: `{index}.{token}`, the token missing at the start of a resource.
 */
function nextOf(at: number, count: number, page: FoundPage, left: number): string | undefined {
  if (page.next !== undefined) return `${at}.${page.next}`
  return page.ids.length >= left && at + 1 < count ? `${at + 1}.` : undefined
}

function splitToken(text: string): { at: number; after: string | undefined } {
  const match = /^(\d{1,3})\.(.*)$/s.exec(text)
  if (!match) throw new ApiError('token_mismatch')
  return { at: Number(match[1]), after: match[2] === '' ? undefined : match[2] }
}

async function findOf(
  context: Context,
  scope: Scope,
  input: FindInput,
  after: string | undefined,
  max: number,
): Promise<FoundPage> {
  const where = await searchIn(context)
  return findPage(where, searchOf(scope, input), {
    orderby: input.orderby,
    max,
    after,
    withFacets: input.withAggregates,
    withDocumentHits: input.fulltext !== undefined,
    withMarkCounts: input.withAggregates && input.aggFields?.some(isMarkField),
  })
}

function searchOf(scope: Scope, input: FindInput): Search {
  const own = (input as Readonly<Record<string, unknown>>)[`query_${scope.resource}`]
  return {
    scope,
    // A resource's own query stands in place of the one for all.
    query: parseQuery(own ?? input.query ?? {}),
    fulltext: input.fulltext,
    fulltextMode: input.fulltextMode,
  }
}

const pageMax = ({ resource }: Schema, { withData, max }: FindInput): number =>
  withData === false ? 0 : (max ?? pageSizeOf(resource))

function readPage(
  context: Context,
  schema: Schema,
  page: FoundPage,
  input: FindInput,
): ReturnType<typeof readEntities> {
  return readEntities(context, schema, page.ids, input)
}

async function facetsOf(
  context: Context,
  schema: Schema,
  page: FoundPage,
  input: FindInput,
): Promise<Facets | undefined> {
  return page.facets
    ? readFacets(context, schema, page, {
        fields: input.aggFields,
        max: input.aggMax,
        filter: input.aggFilter,
        mode: input.aggFilterMode,
      })
    : undefined
}

async function suggest(context: Context, schema: Schema, input: FindInput): Promise<ListAnswer> {
  const scope = requireAction(context.identity, schema.resource, 'view')
  const where = await searchIn(context)
  const words = await (input.suggest === 'similar' ? correctWords : suggestWords)(
    where,
    searchOf(scope, input),
  )
  return {
    resource: schema.resource,
    ...versions,
    ...echo(input),
    headers: {},
    links: {},
    response: { count: words.length, total: words.length, data: words },
  }
}

/** A subtree at the address of a list is a list of one. */
function asList(answer: TreeAnswer): ListAnswer {
  const { data } = answer.response
  return { ...answer, response: { ...answer.response, data: Array.isArray(data) ? data : [data] } }
}

/** The fields of each resource, where they were asked for. */
async function headersOf(context: Context, { headers, path }: FindInput): Promise<Record<string, unknown>> {
  return headers === true ? (await readSchemas(context, `${path}/headers`)).headers : {}
}

/** The client's state goes back byte for byte. */
function echo(input: FindInput): { state?: string } {
  return input.state === undefined ? {} : { state: input.state }
}

function linksOf(input: FindInput, token: string | undefined): ListAnswer['links'] {
  if (token === undefined) return {}
  return { nextResultsToken: token, next: `/api/rest/${input.path}?after=${encodeURIComponent(token)}` }
}
