import type { Services } from '../../ground/services.ts'
import { scopeOf } from '../../access/decide.ts'
import type { Identity } from '../../access/identity.ts'
import { itemCondition, itemResource } from '../carts/cart-viewer.ts'
import type { Database } from '../../ground/database/database.ts'
import { selectAssetFiles, selectItems, type AssetFile, type ItemRights } from './archive-items.sql.ts'
import type { ArchiveOptions } from './archive-options.ts'
import type { ItemSource } from './archives.sql.ts'
import { readInPortions } from './read-in-portions.ts'
import type { RevisionCache } from '../../ground/revision-cache.ts'

/** An item of a cart. `revision`: another one after every change of the asset. */
export interface ArchiveItem {
  readonly id: number
  readonly revision: number
  readonly mayDownload: boolean
  readonly asset: AssetFile
}

/**
 * Items of a cart or a kept list that someone may see, in its order, with their files. Who may see and take
 * what is asked of the database every time; what assets are is remembered by their revisions, so that a cart
 * of which a little changed is not read whole again.
 * @source decision 0021
 */
export async function listArchiveItems(
  services: Services,
  asker: Identity,
  source: ItemSource,
  options: Pick<ArchiveOptions, 'selection' | 'part'>,
): Promise<ArchiveItem[]> {
  const { visible, downloadable } = await compileItemRights(services, asker)
  const cached = services.archiveCaches.files
  const items = await selectItems(
    services,
    source,
    { visible, downloadable },
    options,
    (id, revision, mayDownload): FoundItem => ({
      id,
      revision,
      mayDownload,
      asset: cached.get(id, revision),
    }),
  )
  const unknown = items.filter(({ asset }) => asset === undefined)
  if (unknown.length > 0) await readFiles(services.database, cached, unknown, { visible, downloadable })
  return items.filter((item): item is ArchiveItem => item.asset !== undefined)
}

type FoundItem = {
  readonly id: number
  readonly revision: number
  mayDownload: boolean
  asset: AssetFile | undefined
}

/**
 * What is read after the revision may be newer than it, which is harmless: then the asset has another
 * revision by now. The rights are those of the moment when it is read, and what is not to be seen any more
 * stays without an asset.
 */
async function readFiles(
  database: Database,
  cached: RevisionCache<AssetFile>,
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
        cached.set(item.id, item.revision, found.asset)
        item.asset = found.asset
        item.mayDownload = found.mayDownload
      }
    },
  )
}

/** What someone sees and may take. */
export async function compileItemRights(services: Services, asker: Identity): Promise<ItemRights> {
  const [visible, downloadable] = await Promise.all(
    ['view', 'download'].map((action) => itemCondition(services, scopeOf(asker, itemResource, action))),
  )
  if (!visible || !downloadable) throw new Error('A scope compiles to a condition')
  return { visible, downloadable }
}
