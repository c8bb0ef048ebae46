import type { Asset } from '@cartouche/contract'
import type { Context } from '../access/context.ts'
import { readEntities } from '../entities/read-entities.ts'
import { getSchemaOf } from '../schemas/schema-registry.ts'
import { itemResource } from './cart-viewer.ts'

/** Records of items, in the order of the ids, which come from a scope of the reader. */
export async function readItems(context: Context, ids: readonly number[]): Promise<Asset[]> {
  const schema = await getSchemaOf(context.database, itemResource)
  const records = await readEntities(context, schema, ids)
  return records.map((record) => ({ ...record, name: record.name ?? '' }))
}
