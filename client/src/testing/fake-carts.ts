import { ApiError, type Asset, type Cart, type ItemReference, type Share, type SharedCart } from '@cartouche/contract'
import type { FakeLibrary } from './fake-library.ts'
import type { FakeHandlers, FakeIdentity } from './fake-routes.ts'

/** Limits of archives on the fake server, bytes; a test may change them. */
export interface FakeLimits {
  warnBytes: number
  maxBytes: number
  /** Looks at an archive before it is ready. */
  looksUntilReady: number
}

type StoredCart = Omit<Cart, 'items' | 'isMine' | 'sizeBytes' | 'total' | 'cover' | 'detailedItems'> & { readonly references: readonly ItemReference[] }
type StoredShare = Share & { readonly secret: string | null }

interface Stores {
  readonly library: FakeLibrary
  readonly limits: FakeLimits
  readonly carts: Map<number, StoredCart>
  readonly shares: Map<string, StoredShare>
  readonly archives: Map<string, { looks: number }>
}

/** Carts, shares and archives of the fake server. */
export function cartHandlers(library: FakeLibrary, limits: FakeLimits): FakeHandlers {
  const stores: Stores = { library, limits, carts: new Map(), shares: new Map(), archives: new Map() }
  return { ...ownCarts(stores), ...archives(stores), ...shares(stores) }
}

function ownCarts(stores: Stores): FakeHandlers {
  const { carts, library } = stores
  const edit = (id: number, change: Partial<StoredCart>): Cart => {
    const cart = getCart(stores, id)
    carts.set(id, { ...cart, ...change, version: cart.version + 1, modified: `2026-01-01T00:00:${String(cart.version % 60).padStart(2, '0')}.000Z` })
    return show(stores, getCart(stores, id))
  }
  return {
    getCartUserProfile: () => ({ permissions: { makePublicBoard: true } }),
    listCarts: () => [...carts.values()].map((cart) => show(stores, cart)),
    viewCart: ({ id }) => ({ ...show(stores, getCart(stores, id)), detailedItems: assetsIn(library, getCart(stores, id).references) }),
    listCartItems: ({ id }) => [...getCart(stores, id).references],
    createCart({ name, description = '', items = [], private: isPrivate = true }, identity) {
      checkName(name)
      const id = carts.size + 1
      checkItems(library, items)
      carts.set(id, {
        id, name: String(name), description, status: 'active', private: isPrivate, isEditable: true, permissions: { edit: true, delete: true, share: true, download: true },
        owner: { id: 1, name: identity.login ?? '' }, collaborators: [], type: 'cart', expires: null, modified: '2026-01-01T00:00:00.000Z', version: 1, references: items,
      })
      return [show(stores, getCart(stores, id))]
    },
    editCart({ id, name, version, description, private: isPrivate }) {
      const cart = getCart(stores, id)
      if (name !== undefined) checkName(name)
      if (version !== undefined && version !== cart.version) throw new ApiError('version_conflict', { resource: 'cart', id })
      return edit(id, { ...(name === undefined ? {} : { name: name as string }), ...(description === undefined ? {} : { description }), ...(isPrivate === undefined ? {} : { private: isPrivate }) })
    },
    addCartItems({ id, items }) {
      checkItems(library, items)
      const { references } = getCart(stores, id)
      return edit(id, { references: [...references, ...items.filter((item) => !references.some((known) => isSame(known, item)))] })
    },
    removeCartItems: ({ id, items }) => edit(id, { references: getCart(stores, id).references.filter((known) => !items.some((item) => isSame(known, item))) }),
    deleteCart({ id }) {
      getCart(stores, id)
      carts.delete(id)
      for (const [shareId, share] of stores.shares) if (share.cart === id) stores.shares.delete(shareId)
      return { id, deleted: true }
    },
    listDownloadProfiles: () => [{ code: 'originals', name: 'Originals' }],
  }
}

function archives(stores: Stores): FakeHandlers {
  const { archives: ready, limits } = stores
  return {
    testZipCart: ({ id, selection }) => estimate(stores, selection ?? getCart(stores, id).references),
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

function shares(stores: Stores): FakeHandlers {
  const { shares: stored } = stores
  const enter = (id: string, { sharePassword }: FakeIdentity): StoredShare => {
    const share = stored.get(id)
    if (!share) throw new ApiError('share_not_found')
    if (share.secret !== null && sharePassword === undefined) throw new ApiError('share_password_needed')
    if (share.secret !== null && sharePassword !== share.secret) throw new ApiError('share_password_wrong')
    return share
  }
  const contentOf = (share: StoredShare): readonly ItemReference[] => getCart(stores, share.cart).references
  return {
    listShareActions: () => (['view', 'download', 'zip'] as const).map((code) => ({ code, name: code })),
    shareCart({ id, name, description = '', actions = ['view', 'download', 'zip'], askForPassword = false, password, expires }) {
      const cart = getCart(stores, id)
      const secret = password ?? (askForPassword ? 'made-by-the-server' : null)
      const shareId = `share-${stored.size + 1}-${cart.id}`
      const share: Share = {
        id: shareId, cart: id, name: name ?? cart.name, description, actions, hasPassword: secret !== null, createdAt: '2026-01-01T00:00:00.000Z',
        expires: expires ?? '2026-01-31T00:00:00.000Z', url: `/s/${shareId}`, opened: 0, lastOpenedAt: null,
      }
      stored.set(shareId, { ...share, secret })
      return { ...share, ...(secret === null ? {} : { password: secret }) }
    },
    listShares: ({ id }) => [...stored.values()].filter(({ cart }) => cart === getCart(stores, id).id).map(({ secret: _secret, ...share }) => share).toReversed(),
    revokeShare({ shareId }) {
      if (!stored.delete(shareId)) throw new ApiError('share_not_found')
      return { id: shareId, revoked: true }
    },
    viewShare({ id }, identity): SharedCart {
      const { secret: _secret, ...share } = enter(id, identity)
      const cart = getCart(stores, share.cart)
      const assets = assetsIn(stores.library, cart.references)
      return {
        id, cart: cart.id, name: share.name, description: share.description, cartDescription: cart.description, organisation: 'Cartouche', sharer: cart.owner.name,
        expires: share.expires, actions: share.actions, items: [...cart.references], detailedItems: assets, sizeBytes: sizeOf(assets), ticket: 'ticket',
      }
    },
    testZipShare: ({ id, selection }, identity) => estimate(stores, selection ?? contentOf(enter(id, identity))),
    prepareShareZip: ({ id, selection }, identity) => prepare(stores, selection ?? contentOf(enter(id, identity))),
    viewSharedItem({ id, idAsset, typeAsset }, identity) {
      if (!contentOf(enter(id, identity)).some((item) => isSame(item, { type: typeAsset, id: idAsset }))) throw new ApiError('entity_not_found', { resource: typeAsset, id: idAsset })
      return stores.library.get(typeAsset, idAsset)
    },
    downloadSharedItem({ id }, identity) {
      enter(id, identity)
      return new Response('bytes')
    },
  }
}

function estimate({ library, limits }: Stores, references: readonly ItemReference[]) {
  if (references.length === 0) throw new ApiError('archive_empty')
  const size = sizeOf(assetsIn(library, references))
  return { size, maxSize: limits.maxBytes, refused: size > limits.maxBytes, warnSize: limits.warnBytes, warn: size > limits.warnBytes }
}

function prepare(stores: Stores, references: readonly ItemReference[]): string {
  const { size, refused, maxSize } = estimate(stores, references)
  if (refused) throw new ApiError('archive_refused', { sizeBytes: size, maxSizeBytes: maxSize })
  const uuid = `10000000-0000-4000-8000-${String(stores.archives.size + 1).padStart(12, '0')}`
  stores.archives.set(uuid, { looks: 0 })
  return uuid
}

function getCart({ carts }: Stores, id: number): StoredCart {
  const cart = carts.get(id)
  if (!cart) throw new ApiError('cart_not_found', { id })
  return cart
}

function show({ library }: Stores, { references, ...cart }: StoredCart): Cart {
  return { ...cart, isMine: true, items: [...references], cover: references.slice(0, 4), total: references.length, sizeBytes: sizeOf(assetsIn(library, references)) }
}

function assetsIn(library: FakeLibrary, references: readonly ItemReference[]): Asset[] {
  // Assets of the fake library are made with all that the contract wants of one.
  return references.map(({ type, id }) => library.get(type, id) as Asset)
}

function sizeOf(assets: readonly Asset[]): number {
  return assets.reduce((total, { metadata }) => total + (metadata?.filesize ?? 0), 0)
}

function checkItems(library: FakeLibrary, items: readonly ItemReference[]): void {
  for (const { type, id } of items) library.get(type, id)
}

function checkName(name: unknown): void {
  if (typeof name !== 'string') throw new ApiError('cart_name_missing')
  if (name.trim() === '') throw new ApiError('cart_name_empty')
}

function isSame(one: ItemReference, other: ItemReference): boolean {
  return one.type === other.type && one.id === other.id
}
