import { ApiError } from '@cartouche/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Field, Schema } from '../../model/schemas/schema.ts'
import type { SortKey } from '../../model/search/search.sql.ts'

/** A property of the item itself, in a column. */
export interface ItemColumn {
  readonly expression: RawBuilder<unknown>
  readonly cast: 'bigint' | 'text'
}

/** A field of the asset to be, or a property that inspection finds, under a key of the projection. */
export type KeyField = Pick<Field, 'type' | 'target' | 'name'> & { readonly key: string }
/** The codes of what is wrong with an item, or worth knowing. */
export interface ProblemCodes {
  readonly codes: RawBuilder<unknown>
}
export type ItemField = ItemColumn | KeyField | ProblemCodes

const number = (expression: RawBuilder<unknown>): ItemColumn => ({ expression, cast: 'bigint' })

const columns: Readonly<Record<string, ItemField>> = {
  id: number(sql`i.id`),
  status: number(sql`i.status`),
  job: number(sql`i.job_id`),
  asset: number(sql`i.asset_id`),
  filesize: number(sql`(select b.size_bytes from blob b where b.sha256 = i.sha256)`),
  filename: { expression: sql`i.folded_name`, cast: 'text' },
  problems: { codes: sql`i.problems` },
  nature: { name: 'nature', key: '$nature', type: 'text', target: null },
  mediatype: { name: 'mediatype', key: '$mediatype', type: 'text', target: null },
}

const prefix = '$assetmetadata.'

/**
 * What queries, orders and counts of items may name: properties of the item, and fields of the asset to be,
 * which `$assetmetadata.` may stand before.
 * @throws unknown_field
 */
export function itemField(schema: Schema, name: string): ItemField {
  const own = name.toLowerCase()
  const column = Object.hasOwn(columns, own) ? columns[own] : undefined
  if (column) return column
  const field = schema.fields.get(name.startsWith(prefix) ? name.slice(prefix.length) : name)
  if (field) return { name: field.name, key: field.name, type: field.type, target: field.target }
  throw new ApiError('unknown_field', { resource: 'massimportitem', field: name.slice(0, 64) })
}

/** Whether a field stands in a column. */
export function isColumn(field: ItemField): field is ItemColumn {
  return 'expression' in field
}

/** Whether a field is the codes of problems. */
export function isProblemCodes(field: ItemField): field is ProblemCodes {
  return 'codes' in field
}

/** Whether a field links to other entities. */
export function isLinkKey(field: ItemField): field is KeyField & { readonly target: string } {
  return 'target' in field && field.target !== null
}

/**
 * What a field is ordered by; a text by no more of it than an index takes.
 * @throws unknown_field where it has no order
 */
export function orderedBy(schema: Schema, name: string): Pick<SortKey, 'expression' | 'cast'> {
  const field = itemField(schema, name)
  if (isColumn(field)) {
    // A page goes on after a row: what may be missing needs a value.
    return field.cast === 'text'
      ? { expression: sql`left(${field.expression}, 200) collate "C"`, cast: 'text' }
      : {
          expression:
            name.toLowerCase() === 'asset' ? sql`coalesce(${field.expression}, 0)` : field.expression,
          cast: 'bigint',
        }
  }
  if (isProblemCodes(field) || isLinkKey(field) || ['longtext', 'geo', 'json', 'binary'].includes(field.type))
    throw new ApiError('unknown_field', { resource: 'massimportitem', field: name.slice(0, 64) })
  // Dates stand in the keys as texts that sort like them.
  return ['text', 'date', 'datetime'].includes(field.type)
    ? { expression: sql`left(coalesce(i.keys ->> ${sql.lit(field.key)}, ''), 200) collate "C"`, cast: 'text' }
    : { expression: sql`coalesce(i.keys -> ${sql.lit(field.key)}, 'null')`, cast: 'jsonb' }
}
