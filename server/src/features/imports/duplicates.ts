import { isApiError, type DuplicateChoice } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { scopeOf } from '../../access/decide.ts'
import type { Database } from '../../ground/database/database.ts'
import { patchOne } from '../../model/entities/write-entity.ts'
import type { Schema } from '../../model/schemas/schema.ts'
import { listSchemas } from '../../model/schemas/schema-registry.ts'
import { keepInScope } from '../../model/search/find.ts'
import { addProblem, markLinked } from './commands.sql.ts'
import { importableFor, schemaFor } from './import-resources.ts'
import { linksOf } from './item-metadata.ts'
import { selectDuplicateAssets, type ItemRow } from './imports.sql.ts'
import { searchIn } from '../../model/search/search-in.ts'

/** An asset, or another entity that imports make, that has the bytes of an item. */
export interface DuplicateAsset {
  readonly resource: string
  readonly id: number
  readonly name: string
}

/** Items to be validated, by what becomes of them. */
export interface SortedItems {
  readonly imported: readonly ItemRow[]
  readonly linked: readonly { readonly item: ItemRow; readonly asset: DuplicateAsset }[]
  readonly skipped: readonly ItemRow[]
}

/**
 * For each of these items the oldest asset with the same bytes that the current user may see, by the item's
 * id.
 */
export async function findDuplicateAssets(
  context: Context,
  rows: readonly ItemRow[],
): Promise<Map<number, DuplicateAsset>> {
  const where = await searchIn(context)
  const assets = await selectDuplicateAssets(
    context.database,
    importableFor(context.identity, where.schemas).map(({ resource }) => resource),
    rows.map((row) => row.sha256),
  )
  const visible = new Set<number>()
  for (const [resource, found] of Map.groupBy(assets, (asset) => asset.resource)) {
    const ids = found.map(({ id }) => id)
    const scope = scopeOf(context.identity, resource, 'view')
    for (const id of await keepInScope(where, scope, ids)) visible.add(id)
  }
  const byHash = Map.groupBy(
    assets.filter((asset) => visible.has(asset.id)),
    (asset) => asset.sha256,
  )
  return new Map(
    rows.flatMap((row): [number, DuplicateAsset][] => {
      const asset = byHash.get(row.sha256)?.find((one) => one.id !== row.asset_id)
      return asset ? [[row.id, asset]] : []
    }),
  )
}

/**
 * Sorts items by the choice for each: one whose bytes an asset has is imported again, linked to that asset,
 * or skipped. The second of two items with the same bytes is a duplicate, too; as its asset is yet to be
 * made, it is never linked at once.
 */
export async function sortDuplicates(
  context: Context,
  items: readonly ItemRow[],
  choiceOf: (itemId: number) => DuplicateChoice,
): Promise<SortedItems> {
  const assets = await findDuplicateAssets(context, items)
  const seen = new Set<string>()
  const sorted = {
    imported: [] as ItemRow[],
    linked: [] as { item: ItemRow; asset: DuplicateAsset }[],
    skipped: [] as ItemRow[],
  }
  for (const item of items) {
    const asset = assets.get(item.id)
    const choice = asset || seen.has(item.sha256) ? choiceOf(item.id) : 'import'
    if (choice === 'import') sorted.imported.push(item)
    else if (choice === 'link' && asset) sorted.linked.push({ item, asset })
    else sorted.skipped.push(item)
    seen.add(item.sha256)
  }
  return sorted
}

/**
 * Puts the assets that stand for items into the collections of these items, where both have such, and marks
 * the items as done.
 * Where somebody may not change the asset, the item stays as it was, with the reason.
 * @returns how many were linked
 */
export async function linkDuplicates(context: Context, linked: SortedItems['linked']): Promise<number> {
  const schemas = await listSchemas(context)
  let count = 0
  for (const { item, asset } of linked) {
    const schema = schemaFor(schemas, asset)
    const collections = collectionsOf(schemaFor(schemas, item), schema, item)
    try {
      if (collections.length > 0)
        await patchOne(context, schema, asset.id, {
          collections: { $mode: 'appendnew', $values: collections },
        })
      await noteLinked(context.database, item, asset)
      count++
    } catch (error) {
      if (!isApiError(error)) throw error
      await addProblem(context.database, [item.id], {
        code: 'link_refused',
        message: `Already in the library, and you are not allowed to change that asset: ${asset.name}`,
        data: { name: asset.name },
      })
    }
  }
  return count
}

function collectionsOf(from: Schema, to: Schema, { metadata }: ItemRow): number[] {
  const [own, other] = [from, to].map(({ fields }) => fields.get('collections'))
  if (own?.type !== 'array' || other?.type !== 'array' || own.target !== other.target) return []
  return linksOf(metadata, 'collections').flatMap((link) => ('id' in link ? [link.id] : []))
}

async function noteLinked(database: Database, item: ItemRow, asset: DuplicateAsset): Promise<void> {
  await markLinked(database, item.id, {
    code: 'linked',
    message: `Already in the library: ${asset.name}`,
    data: { name: asset.name },
    assetId: asset.id,
    resource: asset.resource,
  })
}
