import type { EntityRights, ImportItem } from '@cartouche/contract'
import type { RawBuilder } from 'kysely'
import type { Context } from '../../access/context.ts'
import { scopeOf } from '../../access/decide.ts'
import { metadataReader, type MetadataOptions } from './asset-metadata.ts'
import { findDuplicateAssets } from './duplicates.ts'
import { compileImportScope } from '../../access/import-scope.ts'
import { defaultResource } from './import-resources.ts'
import { selectDuplicateItems, shownColumns, type ItemRow, type StoredProblem } from './imports.sql.ts'
import { rightsOn } from './item-rights.ts'
import { isAsked, type PropertyChoice } from './pick-properties.ts'
import { statusNameOf } from './read-jobs.ts'

type Duplicate = NonNullable<ImportItem['duplicateof']>

/** What is read of items. */
export interface ReadItemOptions extends PropertyChoice, MetadataOptions {}

/** What an inspection found out, and what metadata is made of. */
const inspected = ['mediatype', 'nature', 'blurhash', 'width', 'height', '$assetmetadata']

/** The columns of items that are read with these options. */
export function columnsFor(options: ReadItemOptions): RawBuilder<unknown> {
  const wants = (name: string): boolean => isAsked(name, options)
  return shownColumns({ inspection: inspected.some(wants), metadata: wants('$assetmetadata') })
}

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
 * Items as they travel, in the order of the rows, which have at least {@link columnsFor} these options.
 * Names of linked entities and duplicates are those that the user may see now; they, and rights, are looked
 * for where they are asked for.
 */
export async function readItems(
  context: Context,
  rows: readonly ItemRow[],
  options: ReadItemOptions = {},
): Promise<ImportItem[]> {
  if (rows.length === 0) return []
  const wants = (name: string): boolean => isAsked(name, options)
  const [duplicates, metadataOf, rightsOf] = await Promise.all([
    wants('duplicateof') || wants('isduplicate')
      ? findDuplicates(context, rows)
      : new Map<number, Duplicate>(),
    wants('$assetmetadata') ? metadataReader(context, rows, options) : () => ({}),
    wants('$rights') || wants('workflows') ? rightsOn(context, rows) : undefined,
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
      $lockedby: lockOf(row),
      status: { id: row.status, name: status, online: status === 'ready' },
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
      sender: row.sender,
      isduplicate: duplicates.has(row.id),
      duplicateof: duplicates.get(row.id) ?? null,
      asset: status === 'validated' ? assetOf(row) : null,
      $assetmetadata: metadataOf(row),
      ...withRights(rightsOf?.(row)),
    }
  })
}

function lockOf({
  locked_by: id,
  locked_by_name: name,
  locked_seconds: seconds,
}: ItemRow): ImportItem['$lockedby'] {
  return id === null ? null : { id, name: name ?? '', seconds: seconds ?? 0 }
}

function wireProblem({ code, message, data, bytes }: StoredProblem): ImportItem['problems'][number] {
  return { code, message, ...(data && { data }), ...(bytes === undefined ? {} : { bytes }) }
}

/** The asset that an item became, or that stands for it. */
function assetOf(row: ItemRow): ImportItem['asset'] {
  if (row.asset_id !== null) return { id: row.asset_id, $resource: row.resource }
  const { assetId: id, resource = defaultResource } =
    row.problems.find(({ assetId }) => assetId !== undefined) ?? {}
  return id === undefined ? null : { id, $resource: resource }
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
      if (asset) return [[row.id, { $resource: asset.resource, id: asset.id, name: asset.name }]]
      const item = earlier.get(row.id)
      return item ? [[row.id, { $resource: 'massimportitem', id: item.duplicateId, name: item.name }]] : []
    }),
  )
}

/** Rights as an entity says them, and the actions that can be taken now. */
function withRights(rights: EntityRights | undefined): Record<string, unknown> {
  return rights ? { $rights: rights, workflows: rights.workflow.map((name) => ({ name })) } : {}
}
