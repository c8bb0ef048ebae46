import { ApiError, isMarkField, type MarkField } from '@cartouche/contract'
import { sql } from 'kysely'
import { seesAll, type Reader } from '../../access/decide.ts'
import { isLink, isSystemField, systemFields, type Schema } from '../schemas/schema.ts'
import { markOwnerOf } from './mark-owner.ts'
import type { Fulltext } from './fulltext.ts'
import type { SortKey } from './search.sql.ts'

/** `relevance` ranks by the full text; the other keys are in the row. */
export interface Order {
  readonly keys: readonly SortKey[]
  readonly byRelevance: boolean
}

/**
 * Parses `name`, `name desc`, `takenat desc, name`; the id comes last, so that every order is total. `id
 * desc` by default.
 * @param fulltext what relevance is about
 * @param reader the caller: an order shows which rows have the same owner
 * @throws unknown_field, invalid_parameter
 */
export function parseOrder(
  schema: Schema,
  orderby: string | undefined,
  fulltext: Fulltext | undefined,
  reader: Reader,
): Order {
  const parts = (orderby ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const orders = parts.map((part) => parseOrderPart(part))
  if (orders.some(({ field }) => field === 'owner') && !seesAll(reader.sees('user')))
    throw new ApiError('invalid_parameter', {
      parameter: 'orderby',
      reason: 'not all owners are yours to see',
    })
  const byRelevance = orders.some(({ field }) => field === 'relevance') && fulltext !== undefined
  const keys = orders
    .filter(({ field }) => field !== 'relevance' && field !== 'id')
    .map(({ field, descending }) =>
      isMarkField(field) ? ratingKey(schema, reader, field, descending) : sortKey(schema, field, descending),
    )
  if (byRelevance && fulltext !== undefined)
    keys.unshift({ expression: fulltext.rank, descending: true, cast: 'real' })
  const idOrder = orders.find(({ field }) => field === 'id')
  const descending = idOrder?.descending ?? keys[0]?.descending ?? true
  return { keys: [...keys, { expression: sql`s.id`, descending, cast: 'bigint' }], byRelevance }
}

function parseOrderPart(part: string): { field: string; descending: boolean } {
  const match = /^([\w.$]+)(?:\s+(asc|desc))?$/i.exec(part)
  if (!match)
    throw new ApiError('invalid_parameter', {
      parameter: 'orderby',
      reason: 'write it as "name asc, id desc"',
    })
  return { field: match[1] ?? '', descending: match[2]?.toLowerCase() === 'desc' }
}

/** The caller's ratings, or the shared ones; what is without one comes last where the best come first. */
function ratingKey(schema: Schema, reader: Reader, field: MarkField, descending: boolean): SortKey {
  if (field !== '$rating')
    throw new ApiError('invalid_parameter', { parameter: 'orderby', reason: `${field} has no order` })
  const personId = markOwnerOf(schema, reader) ?? -1
  return {
    expression: sql`coalesce((select m.rating from mark m
      where m.person_id = ${sql.lit(personId)} and m.resource = s.resource and m.id = s.id), 0)`,
    descending,
    cast: 'smallint',
  }
}

function sortKey(schema: Schema, name: string, descending: boolean): SortKey {
  if (isSystemField(name) && name !== 'activated') {
    const isInstant = name.endsWith('at') || name.startsWith('valid')
    const column = sql.ref(`s.${systemFields[name]}`)
    if (name === 'createdat' || name === 'modifiedat')
      return { expression: column, descending, cast: 'timestamptz' }
    // These may be missing; a missing instant or number comes last.
    const last = isInstant
      ? sql.lit(descending ? '-infinity' : 'infinity')
      : sql.lit(descending ? -1 : 2_147_483_647)
    return {
      expression: sql`coalesce(${column}, ${last})`,
      descending,
      cast: isInstant ? 'timestamptz' : 'bigint',
    }
  }
  const field = schema.fields.get(name)
  if (!field || isLink(field) || ['longtext', 'geo', 'json', 'binary'].includes(field.type))
    throw new ApiError('unknown_field', { resource: schema.resource, field: name.slice(0, 64) })
  return { expression: sql`(s.keys -> ${sql.lit(name)})`, descending, cast: 'jsonb' }
}
