import type { Asset } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { scopeOf } from '../../access/decide.ts'
import { readEntities } from '../../model/entities/read-entities.ts'
import { getSchemaOf } from '../../model/schemas/schema-registry.ts'
import { visibleLinks } from '../../model/search/visible-links.ts'
import { itemResource } from './cart-viewer.ts'
import { selectBriefItems } from './carts.sql.ts'
import { searchIn } from '../../model/search/search-in.ts'

/**
 * Brief records of items, in the order of the ids, which come from a scope of the reader: name, nature,
 * measures and file.
 * @source portal §3: full records of the items
 */
export async function readBriefItems(context: Context, ids: readonly number[]): Promise<Asset[]> {
  const where = await searchIn(context)
  const links = await visibleLinks(
    where,
    await getSchemaOf(context, itemResource),
    scopeOf(context.identity, itemResource, 'view').reader,
  )
  const records = new Map(
    (await selectBriefItems(context.database, ids, context.locale, links)).map((record) => [
      record.id,
      record,
    ]),
  )
  return ids.flatMap((id) => records.get(id) ?? [])
}

/** Records of items, in the order of the ids, which come from a scope of the reader. */
export async function readItems(context: Context, ids: readonly number[]): Promise<Asset[]> {
  const schema = await getSchemaOf(context, itemResource)
  const records = await readEntities(context, schema, ids)
  return records.map((record) => ({ ...record, name: record.name ?? '' }))
}
