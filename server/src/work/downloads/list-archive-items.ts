import type { Services } from '../../ground/services.ts'
import { scopeOf } from '../../access/decide.ts'
import type { Identity } from '../../access/identity.ts'
import { itemCondition, itemResource } from '../carts/cart-viewer.ts'
import type { Database } from '../../ground/database/database.ts'
import { selectAssetFiles, selectItems, type AssetFile, type ItemRights } from './archive-items.sql.ts'
import type { ArchiveWish } from './archive-wish.ts'
import type { ItemSource } from './archives.sql.ts'
import { memoryBytes } from './memory-budget.ts'
import { readInPortions } from './read-in-portions.ts'
import { createStampedMemory, type StampedMemory } from '../../ground/stamped-memory.ts'

/** An item of a cart. `stamp`: another one after every change of the asset. */
export interface ArchiveItem {
  readonly id: number
  readonly stamp: number
  readonly mayDownload: boolean
  readonly asset: AssetFile
}

/**
 * Items of a cart or a kept list that someone may see, in its order, with their files. Who may see and take
 * what is asked of the database every time; what assets are is remembered by their stamps, so that a cart of
 * which a little changed is not read whole again.
 * @source decision 0021
 */
export async function listArchiveItems(
  services: Services,
  asker: Identity,
  source: ItemSource,
  wish: Pick<ArchiveWish, 'selection' | 'part'>,
): Promise<ArchiveItem[]> {
  const { visible, downloadable } = await compileItemRights(services, asker)
  const memory = memoryOf(services.database)
  const items = await selectItems(
    services.database,
    source,
    { visible, downloadable },
    wish,
    (id, stamp, mayDownload): FoundItem => ({ id, stamp, mayDownload, asset: memory.get(id, stamp) }),
  )
  const unknown = items.filter(({ asset }) => asset === undefined)
  if (unknown.length > 0) await readFiles(services.database, memory, unknown, { visible, downloadable })
  return items.filter((item): item is ArchiveItem => item.asset !== undefined)
}

type FoundItem = {
  readonly id: number
  readonly stamp: number
  mayDownload: boolean
  asset: AssetFile | undefined
}

/**
 * What is read after the stamp may be newer than it, which is harmless: then the asset has another stamp by
 * now. The rights are those of the moment when it is read, and what is not to be seen any more stays without
 * an asset.
 */
async function readFiles(
  database: Database,
  memory: StampedMemory<AssetFile>,
  items: readonly FoundItem[],
  rights: ItemRights,
): Promise<void> {
  await readInPortions(
    items,
    (portion) =>
      selectAssetFiles(
        database,
        portion.map(({ id }) => id),
        rights,
      ),
    (portion, read) => {
      for (const item of portion) {
        const found = read.get(item.id)
        if (!found) continue
        memory.set(item.id, item.stamp, found.asset)
        item.asset = found.asset
        item.mayDownload = found.mayDownload
      }
    },
  )
}

const assetBytes = 400
const memories = new WeakMap<Database, StampedMemory<AssetFile>>()

function memoryOf(database: Database): StampedMemory<AssetFile> {
  const known = memories.get(database)
  if (known) return known
  const memory = createStampedMemory<AssetFile>({
    maxWeight: memoryBytes,
    weightOf: ({ name, file }) => assetBytes + 2 * (name.length + (file?.name.length ?? 0)),
  })
  memories.set(database, memory)
  return memory
}

/** What someone sees and may take. */
export async function compileItemRights(services: Services, asker: Identity): Promise<ItemRights> {
  const [visible, downloadable] = await Promise.all(
    ['view', 'download'].map((action) => itemCondition(services, scopeOf(asker, itemResource, action))),
  )
  if (!visible || !downloadable) throw new Error('A scope compiles to a condition')
  return { visible, downloadable }
}
