import { nameOfFile } from '../../media/map-tags.ts'
import { uninspected, type Inspection } from '../../media/inspection.ts'
import { fillDefaults } from '../../model/entities/fill-defaults.ts'
import { parseProperties } from '../../model/entities/parse-properties.ts'
import { takesValue } from '../../model/schemas/fit-value.ts'
import type { Schema } from '../../model/schemas/schema.ts'
import type { ItemMetadata } from './item-metadata.ts'
import type { ItemRow } from './imports.sql.ts'

/**
 * What an asset is made of: what inspection found and proposed, or what name and size alone say where the
 * inspection was given up and the item is taken anyway; and the schema's defaults where neither does.
 */
export function describedItem(
  schema: Schema,
  item: ItemRow,
): { readonly inspection: Inspection; readonly metadata: ItemMetadata } {
  if (item.inspection) return { inspection: item.inspection, metadata: withDefaults(schema, item.metadata) }
  const problems = item.problems.map(({ message }) => ({
    code: 'crashed' as const,
    severity: 'error' as const,
    message,
  }))
  return {
    inspection: uninspected(item.file_name, item.size_bytes, problems),
    metadata: withDefaults(schema, { ...nameFor(schema, item), ...item.metadata }),
  }
}

/** The name of the file, where what it becomes has a name. */
function nameFor(schema: Schema, item: ItemRow): ItemMetadata {
  const field = schema.fields.get('name')
  const name = nameOfFile(item.file_name)
  return field && takesValue(field, name) ? { name } : {}
}

/** @source data-layer §5: missing mandatory fields get their Create default */
function withDefaults(schema: Schema, metadata: ItemMetadata): ItemMetadata {
  const defaults = fillDefaults(schema, metadata, 'create')
  if (Object.keys(defaults).length === 0) return metadata
  const { props, links, validFrom, validUntil } = parseProperties(schema, {}, 'create', {
    defaults,
    lenient: true,
  })
  return {
    ...metadata,
    ...props,
    ...(validFrom === undefined ? {} : { validfrom: validFrom }),
    ...(validUntil === undefined ? {} : { validuntil: validUntil }),
    ...Object.fromEntries(links.map(({ field, ids }) => [field.name, ids.map((id) => ({ id }))])),
  }
}
