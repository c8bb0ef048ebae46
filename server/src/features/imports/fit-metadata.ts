import { isDeepStrictEqual } from 'node:util'
import { kindOf, takesValue } from '../../model/schemas/fit-value.ts'
import { isLink, type Field, type Schema } from '../../model/schemas/schema.ts'
import type { ItemRow } from './imports.sql.ts'
import type { ItemMetadata, KeptValues } from './item-metadata.ts'

/**
 * Values of an item: those of the fields that its resource has, and those that wait for one that has them.
 */
export interface FittedMetadata {
  readonly metadata: ItemMetadata
  readonly setAside: KeptValues
}

/** Values of a schema's fields by field and kind. */
export function keptValues(schema: Schema, metadata: ItemMetadata): KeptValues {
  return Object.fromEntries(
    Object.entries(metadata).flatMap(([name, value]) => {
      const field = schema.fields.get(name)
      return field ? [[`${name} ${kindOf(field)}`, value]] : []
    }),
  )
}

/** Sorts values into those that a schema takes, and the others. @source decision 0150 */
export function fitMetadata(schema: Schema, values: KeptValues): FittedMetadata {
  const metadata: Record<string, unknown> = {}
  const setAside: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(values)) {
    const [name = '', kind] = key.split(' ')
    const field = schema.fields.get(name)
    if (field && kindOf(field) === kind && takes(field, value)) metadata[name] = value
    else setAside[key] = value
  }
  return { metadata, setAside }
}

/** What people may not set, they do not set by way of another resource. */
function takes(field: Field, value: unknown): boolean {
  if (field.cud.create !== true) return false
  if (!isLink(field)) return takesValue(field, value)
  return field.type === 'array' || !Array.isArray(value) || value.length <= 1
}

/** An item as it is with another resource. */
export interface ChangedType extends FittedMetadata {
  /** Fields whose values changed. */
  readonly fields: readonly string[]
  /** Those of them that had a value which the other resource does not take. */
  readonly dropped: readonly string[]
}

/**
 * The values of an item where it becomes something else: those that both have stay, others wait or come
 * back.
 */
export function changeType(
  item: Pick<ItemRow, 'metadata' | 'set_aside'>,
  from: Schema,
  to: Schema,
): ChangedType {
  const own = keptValues(from, item.metadata)
  const fitted = fitMetadata(to, { ...item.set_aside, ...own })
  const names = Object.keys({ ...item.metadata, ...fitted.metadata })
  return {
    ...fitted,
    fields: names.filter(
      (name) => !isDeepStrictEqual(item.metadata[name] ?? null, fitted.metadata[name] ?? null),
    ),
    dropped: Object.entries(own).flatMap(([key, value]) =>
      key in fitted.setAside && !isEmpty(value) ? (key.split(' ')[0] ?? []) : [],
    ),
  }
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
}
