import {
  and,
  ApiError,
  defaultGroupSize,
  pageSizeOf,
  type CallInput,
  type Calls,
  type Group,
  type Query,
} from '@cartouche/contract'
import { z } from 'zod'
import type { Context } from '../../access/context.ts'
import type { Schema } from '../schemas/schema.ts'
import { findPage, type FoundPage, type Search } from '../search/find.ts'
import { signatureOf } from '../search/page-token.ts'
import { isLink } from '../schemas/schema.ts'
import { readEntities } from './read-entities.ts'
import { byHits, nameValues, valuesByField, type CountedValue } from './read-facets.ts'
import { searchIn, type SearchIn } from '../search/search-in.ts'

type FindInput = CallInput<Calls['findEntities']>

/** Groups of hits, those with most hits first, the one without a value last. */
export interface FoundGroups {
  readonly groups: readonly Group[]
  /** Token of the groups that follow. */
  readonly next: string | undefined
  /** All hits, and their facets. */
  readonly page: FoundPage
  /** The pages of the groups. */
  readonly pages: readonly FoundPage[]
}

/**
 * Groups of one answer: each is a search of its own. What is cut is reached by the tokens for the next page.
 * @source decision 0118
 */
const maxGroups = 50
const maxEntities = 2500

/** The last group of an answer: where the next ones start. */
const GroupsToken = z.object({ q: z.string(), count: z.number(), key: z.string() })
/** The group whose next page is asked for; the page's own token knows the query. */
const MoreToken = z.object({ key: z.string(), after: z.string() })

/**
 * Groups the hits of a search by a field: `max` groups with the first `groupMax` entities of each, or, with
 * the token of one group, its next entities alone.
 * @throws invalid_parameter where the field cannot be grouped by; token_mismatch; what `findPage` throws
 * @source data-layer §3 Cursor: group, groupMax; §4: grouped results
 */
export async function findGroups(
  context: Context,
  schema: Schema,
  input: FindInput & { group: string },
  search: Search,
): Promise<FoundGroups> {
  requireGroupable(schema, input.group)
  const where = await searchIn(context)
  const page = await findPage(where, search, { max: 0, withFacets: true })
  const token = input.after === undefined ? undefined : readToken(input.after)
  const values = await seenValues(
    context,
    schema,
    input.group,
    (await valuesByField(context, page.facets ?? { total: 0, byValue: new Map() })).get(input.group) ?? [],
  )
  const groupsOf = (
    shown: readonly NamedValue[],
    after?: string,
  ): Promise<Pick<FoundGroups, 'groups' | 'pages'>> =>
    readGroups({ context, schema, where, input, search }, shown, after)
  if (token && 'after' in token) {
    const shown = values.filter(({ key }) => key === token.key)
    return { ...(await groupsOf(shown, token.after)), next: undefined, page }
  }
  const signature = signatureOf([schema.resource, input.group, search.query, search.fulltext ?? ''])
  if (token && token.q !== signature) throw new ApiError('token_mismatch')
  const rest = token ? values.filter((value) => inOrder(token, value) < 0) : values
  const shown = rest.slice(0, Math.min(input.max ?? pageSizeOf(schema.resource), maxGroups))
  const last = shown.at(-1)
  const next =
    last && rest.length > shown.length
      ? writeToken({ q: signature, count: last.count, key: last.key })
      : undefined
  return { ...(await groupsOf(shown)), next, page }
}

interface Grouping {
  readonly context: Context
  readonly schema: Schema
  readonly where: SearchIn
  readonly input: FindInput & { readonly group: string }
  readonly search: Search
}

/** A search for each group, and one reading of what they all found. */
async function readGroups(
  { context, schema, where, input, search }: Grouping,
  values: readonly NamedValue[],
  after: string | undefined,
): Promise<Pick<FoundGroups, 'groups' | 'pages'>> {
  const max = Math.min(input.groupMax ?? defaultGroupSize, Math.floor(maxEntities / maxGroups))
  const pages = await Promise.all(
    values.map(({ key }) => {
      const query = and(search.query, withValue(input.group, key))
      const withDocumentHits = input.fulltext !== undefined
      return findPage(where, { ...search, query }, { orderby: input.orderby, max, after, withDocumentHits })
    }),
  )
  const ids = new Set(pages.flatMap((page) => page.ids))
  const read = await readEntities(context, schema, [...ids], input)
  const entities = new Map(read.map((entity) => [entity.id, entity]))
  const groups = values.map(({ key, count, data: group }, at): Group => {
    const page = pages[at]
    return {
      group,
      count,
      data: page?.ids.flatMap((id) => entities.get(id) ?? []) ?? [],
      complete: page?.next === undefined,
      ...(page?.next === undefined ? {} : { nextData: writeToken({ key, after: page.next }) }),
    }
  })
  return { groups, pages }
}

/** A value with how it is named in the answer. */
interface NamedValue extends CountedValue {
  readonly data: Group['group']
}

/** Values that the user may see, in the order of the groups. */
async function seenValues(
  context: Context,
  schema: Schema,
  field: string,
  values: readonly CountedValue[],
): Promise<NamedValue[]> {
  const named = await nameValues(
    context,
    schema,
    field,
    values.map(({ key }) => key).filter((key) => key !== ''),
  )
  const seen = values.flatMap((value): NamedValue[] => {
    const data = value.key === '' ? { id: null } : named.get(value.key)
    return data ? [{ ...value, data }] : []
  })
  return seen.toSorted(inOrder)
}

function inOrder(one: CountedValue, other: CountedValue): number {
  if (one.key === '' || other.key === '') return Number(one.key === '') - Number(other.key === '')
  return byHits(one, other)
}

function withValue(field: string, key: string): Query {
  return { kind: 'compare', field, operator: 'eq', values: [key === '' ? null : key] }
}

function requireGroupable(schema: Schema, name: string): void {
  const field = schema.fields.get(name)
  const known =
    name === 'status' ? schema.hasWorkflow : field !== undefined && (field.isFacet || isLink(field))
  if (!known)
    throw new ApiError('invalid_parameter', {
      parameter: 'group',
      reason: `${schema.resource} cannot be grouped by ${name}: facets and links can`,
    })
}

function writeToken(token: z.output<typeof GroupsToken> | z.output<typeof MoreToken>): string {
  return Buffer.from(JSON.stringify(token)).toString('base64url')
}

function readToken(text: string): z.output<typeof GroupsToken> | z.output<typeof MoreToken> {
  try {
    return z
      .union([GroupsToken, MoreToken])
      .parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
  } catch {
    throw new ApiError('token_mismatch')
  }
}
