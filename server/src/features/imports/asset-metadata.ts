import type { FieldPermissions } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { may } from '../../access/decide.ts'
import { natureOf } from '../../media/measured-properties.ts'
import { natureFieldOf, originalProperties } from '../../model/entities/original-properties.ts'
import { isLink, type Field, type Schema } from '../../model/schemas/schema.ts'
import { listSchemas } from '../../model/schemas/schema-registry.ts'
import { checkMetadata } from './check-metadata.ts'
import { describedItem } from './described-item.ts'
import { schemaFor } from './import-resources.ts'
import type { ItemRow } from './imports.sql.ts'
import { linksOf, type ProposedLink } from './item-metadata.ts'
import { isOpen } from './item-outcome.ts'
import { visibleNames } from './visible-names.ts'

type Names = ReadonlyMap<string, string>
type Metadata = Record<string, unknown>

/**
 * How the metadata of items is read. `withSimu`: true tells what the asset would be and what keeps an item
 * from becoming one, false leaves out what each field permits.
 */
export interface MetadataOptions {
  readonly withSimu?: boolean | undefined
}

/**
 * A reader of `$assetmetadata` of these items: a value by field, and what it permits as `$meta-{field}`.
 * Names of linked entities are those that the user may see now.
 * @source data-layer §3 Mass import item; wire facts "Mass import"
 */
export async function metadataReader(
  context: Context,
  rows: readonly ItemRow[],
  options: MetadataOptions,
): Promise<(row: ItemRow) => Metadata> {
  const schemas = await listSchemas(context)
  const readers = await Promise.all(
    [...Map.groupBy(rows, ({ resource }) => resource)].map(async ([resource, own]) => {
      const schema = schemaFor(schemas, { resource })
      return [resource, await readerFor(context, schema, own, options)] as const
    }),
  )
  const byResource = new Map(readers)
  return (row) => byResource.get(row.resource)?.(row) ?? {}
}

async function readerFor(
  context: Context,
  schema: Schema,
  rows: readonly ItemRow[],
  { withSimu }: MetadataOptions,
): Promise<(row: ItemRow) => Metadata> {
  const described = new Map(
    rows.map((row) => [row.id, withSimu === true ? { ...row, ...describedItem(schema, row) } : row]),
  )
  const names = await findNames(context, schema, [...described.values()])
  // Without what keeps an item from becoming an asset, fields permit the same of all items that are open.
  const permitted = new Map<boolean, Metadata>()
  const metaFor = (item: ItemRow): Metadata => {
    if (withSimu === true) return metaOf(context, schema, item, names)
    const meta = permitted.get(isOpen(item)) ?? metaOf(context, schema, item, undefined)
    permitted.set(isOpen(item), meta)
    return meta
  }
  return (row) => {
    const item = described.get(row.id) ?? row
    return {
      $resource: schema.resource,
      ...valuesOf(schema, item, names),
      ...(withSimu === false ? {} : metaFor(item)),
    }
  }
}

/** Names of the entities that items propose to link to and that the user may see, by `resource/id`. */
async function findNames(context: Context, schema: Schema, rows: readonly ItemRow[]): Promise<Names> {
  const found = await Promise.all(
    [...schema.fields.values()].filter(isLink).map(async ({ name: field, target }) => {
      const ids = rows.flatMap((row) =>
        linksOf(row.metadata, field).flatMap((link) => ('id' in link ? [link.id] : [])),
      )
      const names = await visibleNames(context, target, [...new Set(ids)])
      return [...names].map(([id, name]): [string, string] => [`${target}/${id}`, name])
    }),
  )
  return new Map(found.flat())
}

function valuesOf(schema: Schema, row: ItemRow, names: Names): Metadata {
  const data: Metadata = {}
  const measured = measuredOf(schema, row)
  for (const field of schema.fields.values()) {
    // The file of the item is the item itself.
    if (field.type === 'binary') continue
    if (isLink(field)) data[field.name] = linkValue(schema, field, row, names)
    else setNested(data, field.name, row.metadata[field.name] ?? measured[field.name] ?? null)
  }
  return data
}

function measuredOf(
  schema: Schema,
  { inspection, file_name: name, size_bytes: filesize }: ItemRow,
): Metadata {
  return inspection
    ? originalProperties(schema, { about: { name, filesize, mediatype: inspection.mediaType }, inspection })
    : {}
}

/** What each field permits; with names of linked entities also what keeps the item from becoming an asset. */
function metaOf({ identity }: Context, schema: Schema, row: ItemRow, names: Names | undefined): Metadata {
  const isThere = (target: string, id: number): boolean => names?.has(`${target}/${id}`) ?? true
  const messages = names && checkMetadata(identity, schema, row.metadata, isThere)
  return Object.fromEntries(
    [...schema.fields.values()]
      .filter(({ type }) => type !== 'binary')
      .map((field) => {
        const faces: FieldPermissions = {
          editable: field.cud.create === true && isOpen(row),
          mandatory: field.cud.mandatoryCreate === true,
          viewable: !isLink(field) || may(identity, field.target, 'view'),
        }
        return [
          `$meta-${field.name}`,
          { faces, ...(messages ? { messages: messages.get(field.name) ?? [] } : {}) },
        ]
      }),
  )
}

function linkValue(
  schema: Schema,
  field: Field & { readonly target: string },
  row: ItemRow,
  names: Names,
): unknown {
  const { name, target, type } = field
  if (field === natureFieldOf(schema))
    return row.inspection ? { ...natureOf(row.inspection), $resource: target } : null
  const links = linksOf(row.metadata, name).flatMap((link) => wireLink(link, target, names))
  return type === 'object' ? (links[0] ?? null) : links
}

/** A keyword that is yet to be made has no id. What was deleted meanwhile is left out. */
function wireLink(
  link: ProposedLink,
  target: string,
  names: Names,
): { id: number | null; name: string; $resource: string }[] {
  if (!('id' in link)) return [{ id: null, name: link.name, $resource: target }]
  const name = names.get(`${target}/${link.id}`)
  return name === undefined ? [] : [{ id: link.id, name, $resource: target }]
}

/** `metadata.filesize` becomes `{metadata: {filesize}}`. */
function setNested(data: Metadata, name: string, value: unknown): void {
  const [head = '', tail] = name.split('.')
  if (tail === undefined) data[head] = value
  else data[head] = { ...(data[head] as object | undefined), [tail]: value }
}
