import { ApiError, type ArchiveState, type ItemReference } from '@cartouche/contract'
import { assetsIn, getCart, sizeOf, type Stores } from './fake-cart-stores.ts'
import type { FakeHandlers } from './fake-routes.ts'

/** Archives of carts and searches on the fake server. */
export function archiveHandlers(stores: Stores): FakeHandlers {
  const { archives: ready, limits, lists, library } = stores
  const keep = (): string => {
    const list = `20000000-0000-4000-8000-${String(lists.size + 1).padStart(12, '0')}`
    lists.set(
      list,
      library.list('asset').map(({ id }) => ({ type: 'asset', id })),
    )
    return list
  }
  const hitsOf = (
    list: string,
    {
      first = 0,
      count = Infinity,
      without = [],
    }: { first?: number | undefined; count?: number | undefined; without?: readonly number[] | undefined },
  ): readonly ItemReference[] => {
    const hits = lists.get(list)
    if (!hits) throw new ApiError('list_not_found')
    return hits.slice(first, first + count).filter(({ id }) => !without.includes(id))
  }
  const stateOf = (uuid: string): ArchiveState => {
    const archive = ready.get(uuid)
    if (!archive) throw new ApiError('archive_not_found')
    const isReady = archive.looks > limits.looksUntilReady
    return {
      uuid,
      name: 'Archive',
      status: isReady ? 'ready' : 'preparing',
      done: archive.looks,
      total: limits.looksUntilReady + 1,
      sizeBytes: isReady ? archive.size : null,
      profile: 'originals',
      error: null,
      url: `/api/wedia/cart/downloadCart/${uuid}`,
      createdAt: '2026-01-01T00:00:00.000Z',
      expiresAt: '2026-01-08T00:00:00.000Z',
      downloads: 0,
      request: null,
    }
  }
  return {
    testZipCart: ({ id, selection }) => estimate(stores, selection ?? getCart(stores, id).references),
    testZipSearch({ list = keep(), ...range }) {
      const hits = hitsOf(list, range)
      return { ...estimate(stores, hits), list, count: hits.length }
    },
    zipSearch: ({ list = keep(), ...range }) => prepare(stores, hitsOf(list, range)),
    sizeZipCart: ({ id, selection, first, count }) =>
      sizes(stores, selection ?? getCart(stores, id).references, first, count),
    sizeZipSearch: ({ list, first, count }) => sizes(stores, hitsOf(list, {}), first, count),
    listArchives: () => [...ready.keys()].toReversed().map(stateOf),
    getArchiveState: ({ uuid }) => stateOf(uuid),
    cancelArchive({ uuid }) {
      if (!ready.delete(uuid)) throw new ApiError('archive_not_found')
      return { uuid, cancelled: true }
    },
    zipCart: ({ id, selection }) => prepare(stores, selection ?? getCart(stores, id).references),
    headArchive({ uuid }) {
      const archive = ready.get(uuid)
      if (!archive) throw new ApiError('archive_not_found')
      return new Response(null, { status: archive.looks++ < limits.looksUntilReady ? 202 : 200 })
    },
    downloadArchive({ uuid }) {
      if (!ready.has(uuid)) throw new ApiError('archive_not_found')
      return new Response('zip')
    },
  }
}

export function estimate({ library, limits }: Stores, references: readonly ItemReference[]) {
  if (references.length === 0) throw new ApiError('archive_empty')
  const size = sizeOf(assetsIn(library, references))
  return {
    size,
    maxSize: limits.maxBytes,
    refused: size > limits.maxBytes,
    warnSize: limits.warnBytes,
    warn: size > limits.warnBytes,
  }
}

export function sizes(
  { library, limits }: Stores,
  references: readonly ItemReference[],
  first = 0,
  count = 100_000,
) {
  const assets = assetsIn(library, references.slice(first, first + count))
  const large = assets.filter(({ metadata }) => (metadata?.filesize ?? 0) > limits.maxBytes)
  return {
    ids: assets.map(({ id }) => id),
    sizes: assets.map(({ metadata }) => metadata?.filesize ?? 0),
    names: Object.fromEntries(large.map(({ id, name }) => [id, name])),
  }
}

export function prepare(stores: Stores, references: readonly ItemReference[]): string {
  const { size, refused, maxSize } = estimate(stores, references)
  if (refused) throw new ApiError('archive_refused', { sizeBytes: size, maxSizeBytes: maxSize })
  const uuid = `10000000-0000-4000-8000-${String(stores.archives.size + 1).padStart(12, '0')}`
  stores.archives.set(uuid, { looks: 0, size })
  return uuid
}
