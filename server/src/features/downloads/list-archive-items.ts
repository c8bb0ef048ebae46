import type { Services } from '../../ground/services.ts'
import { scopeOf } from '../../access/decide.ts'
import type { Identity } from '../../access/identity.ts'
import { itemCondition, itemResource } from '../carts/cart-viewer.ts'
import { selectParts } from '../../model/live-photos/live-photos.sql.ts'
import { playedBy } from '../../model/live-photos/played-by.ts'
import {
  selectAssetFiles,
  selectHeld,
  selectItems,
  selectRights,
  type AssetFile,
  type ItemRights,
} from './archive-items.sql.ts'
import type { ArchiveOptions } from './archive-options.ts'
import type { ItemSource } from './archives.sql.ts'
import { readInPortions } from './read-in-portions.ts'

/** An item of a cart. `revision`: another one after every change of the asset. */
export interface ArchiveItem {
  readonly id: number
  readonly revision: number
  readonly mayDownload: boolean
  readonly asset: AssetFile
}

/** `liveVideos`: films of Live Photos that are there beside the items, whether they are wanted or not. */
interface ArchiveItems {
  readonly items: readonly ArchiveItem[]
  readonly liveVideos: number
}

/**
 * Items of a cart or a kept list that someone may see, in its order, with their files. Whoever may see and
 * take what is asked of the database every time; what assets are is remembered by their revisions, so that a
 * cart of which a little changed is not read whole again.
 * @source decisions 0021, 0256
 */
export async function listArchiveItems(
  services: Services,
  asker: Identity,
  source: ItemSource,
  options: Pick<ArchiveOptions, 'selection' | 'part' | 'withLiveVideos'>,
): Promise<ArchiveItems> {
  const rights = await compileItemRights(services, asker)
  const items = await withFiles(
    services,
    await selectItems(services, source, rights, options, findIn(services)),
    rights,
  )
  const withFilms = await addFilms(services, source, items, options, rights)
  return { items: options.withLiveVideos ? withFilms : items, liveVideos: withFilms.length - items.length }
}

/**
 * The film of each Live Photo after its picture, as far as the same person may see it. One that the source
 * holds by itself is in its own place, or in another part.
 */
async function addFilms(
  services: Services,
  source: ItemSource,
  items: readonly ArchiveItem[],
  { part }: Pick<ArchiveOptions, 'part'>,
  rights: ItemRights,
): Promise<readonly ArchiveItem[]> {
  const identifiers = items.flatMap(({ asset: { file } }) => file?.livePhoto ?? [])
  if (identifiers.length === 0) return items
  const parts = await selectParts(services.database, identifiers)
  const ids = parts.map(({ id }) => id)
  const seen = await selectRights(services, Float64Array.from(ids), rights, findIn(services))
  const films = new Map((await withFiles(services, seen, rights)).map((film) => [film.id, film]))
  const taken = new Set(items.map(({ id }) => id))
  if (part !== null) for (const id of await selectHeld(services.database, source, ids)) taken.add(id)
  const visible = Map.groupBy(
    parts.filter(({ id }) => films.has(id)),
    ({ identifier }) => identifier,
  )
  return items.flatMap((item) => {
    const { file } = item.asset
    if (!file?.livePhoto) return item
    const played = playedBy(
      { isLive: true, nature: file.nature, fileName: file.name },
      visible.get(file.livePhoto) ?? [],
    )
    const film = played && films.get(played.id)
    if (!film || taken.has(film.id)) return item
    taken.add(film.id)
    return [item, film]
  })
}

function findIn({ archiveCaches: { files } }: Services) {
  return (id: number, revision: number, mayDownload: boolean): FoundItem => ({
    id,
    revision,
    mayDownload,
    asset: files.get(id, revision),
  })
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
async function withFiles(
  { database, archiveCaches: { files: cached } }: Services,
  items: readonly FoundItem[],
  rights: ItemRights,
): Promise<ArchiveItem[]> {
  const unknown = items.filter(({ asset }) => asset === undefined)
  await readInPortions(
    unknown,
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
  return items.filter((item): item is ArchiveItem => item.asset !== undefined)
}

/** What someone sees and may take. */
export async function compileItemRights(services: Services, asker: Identity): Promise<ItemRights> {
  const [visible, downloadable] = await Promise.all(
    ['view', 'download'].map((action) => itemCondition(services, scopeOf(asker, itemResource, action))),
  )
  if (!visible || !downloadable) throw new Error('A scope compiles to a condition')
  return { visible, downloadable }
}
