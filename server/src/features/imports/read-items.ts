import type { ImportItem } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { scopeOf } from '../../access/decide.ts'
import { decideRows } from '../../model/entities/decide-rows.ts'
import { selectNames } from '../../model/entities/entities.sql.ts'
import { nameIn } from '../../model/entities/read-entities.ts'
import { isLink, type Schema } from '../../model/schemas/schema.ts'
import { listSchemas } from '../../model/schemas/schema-registry.ts'
import { findDuplicateAssets } from './duplicates.ts'
import { compileImportScope } from '../../access/import-scope.ts'
import { linksOf, type ProposedLink } from './item-metadata.ts'
import { measuredProperties, natureOf } from '../../media/measured-properties.ts'
import { selectDuplicateItems, type ItemRow, type StoredProblem } from './imports.sql.ts'
import { statusNameOf } from './read-jobs.ts'

type Duplicate = NonNullable<ImportItem['duplicateof']>
type Names = ReadonlyMap<string, string>

/** How far an item's inspection is. */
const indexing = {
  waiting: 'waiting',
  analyzing: 'analyzing',
  ready: 'done',
  broken: 'failed',
  validating: 'done',
  validated: 'done',
} as const

/**
 * Items as they travel, in the order of the rows. Names of linked entities and duplicates are those that the
 * user may see now.
 * @param withPermissions tells for each field whether it can be edited, must be filled, may be seen
 */
export async function readItems(
  context: Context,
  schema: Schema,
  rows: readonly ItemRow[],
  withPermissions = true,
): Promise<ImportItem[]> {
  if (rows.length === 0) return []
  const [duplicates, names] = await Promise.all([
    findDuplicates(context, rows),
    findNames(context, schema, rows),
  ])
  return rows.map((row) => {
    const status = statusNameOf(row.status)
    const { inspection } = row
    return {
      id: row.id,
      $uuid: row.uuid,
      $resource: 'massimportitem',
      $path: 'massimport/data/item',
      $version: row.version,
      $lockedby: row.locked_by === null ? null : { id: row.locked_by, name: row.locked_by_name ?? '' },
      status: { id: row.status, name: status },
      job: { id: row.job_id },
      filename: row.file_name,
      filesize: row.size_bytes,
      mediatype: inspection?.mediaType ?? null,
      nature: inspection?.nature ?? null,
      blurhash: inspection?.blurhash ?? null,
      indexingstatus: indexing[status],
      width: inspection?.width ?? null,
      height: inspection?.height ?? null,
      problems: row.problems.map(wireProblem),
      duplicateof: duplicates.get(row.id) ?? null,
      asset: status === 'validated' ? assetOf(row) : null,
      $assetmetadata: assetMetadata(schema, row, names, withPermissions),
    }
  })
}

function wireProblem({ code, message, bytes }: StoredProblem): ImportItem['problems'][number] {
  return { code, message, ...(bytes === undefined ? {} : { bytes }) }
}

/** The asset that an item became, or that stands for it. */
function assetOf(row: ItemRow): { id: number } | null {
  const id = row.asset_id ?? row.problems.find(({ assetId }) => assetId !== undefined)?.assetId
  return id === undefined ? null : { id }
}

/** An asset that the user may see goes before an earlier item of theirs. */
async function findDuplicates(context: Context, rows: readonly ItemRow[]): Promise<Map<number, Duplicate>> {
  const [assets, items] = await Promise.all([
    findDuplicateAssets(context, rows),
    selectDuplicateItems(
      context.database,
      rows.map((row) => row.id),
      compileImportScope(scopeOf(context.identity, 'massimportitem', 'view')),
    ),
  ])
  const earlier = new Map(items.map((item) => [item.id, item]))
  return new Map(
    rows.flatMap((row): [number, Duplicate][] => {
      const asset = assets.get(row.id)
      if (asset) return [[row.id, { $resource: 'asset', id: asset.id, name: asset.name }]]
      const item = earlier.get(row.id)
      return item ? [[row.id, { $resource: 'massimportitem', id: item.duplicateId, name: item.name }]] : []
    }),
  )
}

/** Names of the entities that items propose to link to and that the user may see, by `resource/id`. */
async function findNames(context: Context, schema: Schema, rows: readonly ItemRow[]): Promise<Names> {
  const names = new Map<string, string>()
  const schemas = await listSchemas(context.database)
  for (const field of schema.fields.values()) {
    if (!isLink(field)) continue
    const ids = new Set(
      rows.flatMap((row) =>
        linksOf(row.metadata, field.name).flatMap((link) => ('id' in link ? [link.id] : [])),
      ),
    )
    const target = schemas.get(field.target)
    if (ids.size === 0 || !target) continue
    const decisions = await decideRows(context, target, [...ids], ['view'])
    for (const [id, name] of await selectNames(
      context.database,
      field.target,
      [...ids].filter((id) => decisions.get(id)?.has('view')),
    ))
      names.set(`${field.target}/${id}`, nameIn(name, context.locale))
  }
  return names
}

function assetMetadata(
  schema: Schema,
  row: ItemRow,
  names: Names,
  withPermissions: boolean,
): Record<string, unknown> {
  const data: Record<string, unknown> = { $resource: schema.resource }
  const measured = row.inspection ? measuredProperties(row.inspection, row.file_name) : {}
  for (const field of schema.fields.values()) {
    // The file of the item is the item itself.
    if (field.type === 'binary') continue
    if (isLink(field)) data[field.name] = linkValue(field.type, field.target, row, field.name, names)
    else setNested(data, field.name, measured[field.name] ?? row.metadata[field.name] ?? null)
    if (withPermissions)
      data[`$meta-${field.name}`] = {
        faces: {
          editable: field.cud.create === true && isOpen(row),
          mandatory: field.cud.mandatoryCreate === true,
          viewable: true,
        },
      }
  }
  return data
}

function linkValue(type: string, target: string, row: ItemRow, field: string, names: Names): unknown {
  if (field === 'rootnature')
    return row.inspection ? { ...natureOf(row.inspection), $resource: target } : null
  const links = linksOf(row.metadata, field).flatMap((link) => wireLink(link, target, names))
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

function isOpen(row: ItemRow): boolean {
  const status = statusNameOf(row.status)
  return status !== 'validating' && status !== 'validated'
}

/** `metadata.filesize` becomes `{metadata: {filesize}}`. */
function setNested(data: Record<string, unknown>, name: string, value: unknown): void {
  const [head = '', tail] = name.split('.')
  if (tail === undefined) data[head] = value
  else data[head] = { ...(data[head] as object | undefined), [tail]: value }
}
