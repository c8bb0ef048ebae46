import {
  ApiError,
  sharedPictures,
  uploadLimits,
  type ArchiveState,
  type Asset,
  type Cart,
  type CartAnswer,
  type Collaborator,
  type ItemReference,
  type PlacedItem,
  type Share,
  type SharedCart,
} from '@cartouche/contract'
import type { FakeLibrary } from './fake-library.ts'
import { lightTableHandlers } from './fake-light-tables.ts'
import type { FakeHandlers, FakeIdentity } from './fake-routes.ts'

/** Limits of archives on the fake server, bytes; a test may change them. */
export interface FakeLimits {
  warnBytes: number
  maxBytes: number
  /** Looks at an archive before it is ready. */
  looksUntilReady: number
}

type StoredCart = Omit<Cart, 'items' | 'isMine' | 'shares' | 'sizeBytes' | 'total' | 'cover'> & {
  readonly references: readonly ItemReference[]
}
type StoredShare = Share & { readonly secret: string | null }

interface Stores {
  readonly library: FakeLibrary
  readonly limits: FakeLimits
  readonly carts: Map<number, StoredCart>
  readonly shares: Map<string, StoredShare>
  readonly archives: Map<string, { looks: number; size: number }>
  /** Hits of searches that were tested, by list. */
  readonly lists: Map<string, readonly ItemReference[]>
}

/** Carts, shares and archives of the fake server. */
export function cartHandlers(library: FakeLibrary, limits: FakeLimits): FakeHandlers {
  const stores: Stores = {
    library,
    limits,
    carts: new Map(),
    shares: new Map(),
    archives: new Map(),
    lists: new Map(),
  }
  return {
    ...ownCarts(stores),
    ...insideOfCarts(stores),
    ...archives(stores),
    ...shares(stores),
    ...lightTableHandlers(library, (id) => getCart(stores, id).references),
  }
}

function ownCarts(stores: Stores): FakeHandlers {
  const { carts, library } = stores
  const edit = editorOf(stores)
  return {
    getCartUserProfile: () => ({ permissions: { makePublicBoard: true } }),
    listCarts: ({ whose }) =>
      whose === 'others' ? [] : [...carts.values()].toReversed().map((cart) => show(stores, cart)),
    viewCart({ id, records = true, fulltext }) {
      const cart = getCart(stores, id)
      const references =
        fulltext === undefined
          ? cart.references
          : cart.references.filter((item) =>
              assetsIn(library, [item]).some(({ name }) =>
                name.toLowerCase().includes(fulltext.toLowerCase()),
              ),
            )
      return {
        ...show(stores, { ...cart, references }),
        total: cart.references.length,
        ...(fulltext === undefined ? {} : { fulltext }),
        ...(records ? { items: recordsIn(library, references) } : {}),
      }
    },
    listCartItems: ({ id }) => show(stores, getCart(stores, id)),
    createCart(
      {
        name,
        description = '',
        items = [],
        private: isPrivate = true,
        type = '',
        expires = null,
        collaborators = [],
      },
      identity,
    ) {
      checkName(name)
      const id = carts.size + 1
      checkItems(library, items)
      carts.set(id, {
        id,
        name: String(name),
        description,
        status: 'active',
        private: isPrivate,
        isEditable: true,
        permissions: { edit: true, delete: true, share: true, download: true, people: true },
        owner: { id: 1, name: identity.login ?? '' },
        collaborators: collaborators.map((person) => collaboratorOf(person)),
        type,
        expires,
        content: 'cart',
        followed: null,
        coverItem: null,
        modified: '2026-01-01T00:00:00.000Z',
        version: 1,
        references: items.map(({ type: kind, id: item }) => ({ type: kind, id: item })),
      })
      return [show(stores, getCart(stores, id))]
    },
    editCart({ id, name, version, description, private: isPrivate, expires, type, coverItem }) {
      const cart = getCart(stores, id)
      if (name !== undefined) checkName(name)
      if (version !== undefined && version !== cart.version)
        throw new ApiError('version_conflict', { resource: 'cart', id })
      return edit(id, {
        ...(name === undefined ? {} : { name: name as string }),
        ...(description === undefined ? {} : { description }),
        ...(isPrivate === undefined ? {} : { private: isPrivate }),
        ...(expires === undefined ? {} : { expires }),
        ...(type === undefined ? {} : { type }),
        ...(coverItem === undefined ? {} : { coverItem }),
      })
    },
    deleteCart({ id }) {
      getCart(stores, id)
      carts.delete(id)
      for (const [shareId, share] of stores.shares) if (share.cart === id) stores.shares.delete(shareId)
      return { id, deleted: true }
    },
    listDownloadProfiles: () => [{ code: 'originals', name: 'Originals' }],
  }
}

/** Changes a cart, which has another version from then on. */
function editorOf(stores: Stores) {
  return (id: number, change: Partial<StoredCart>): CartAnswer => {
    const cart = getCart(stores, id)
    stores.carts.set(id, {
      ...cart,
      ...change,
      version: cart.version + 1,
      modified: `2026-01-01T00:00:${String(cart.version % 60).padStart(2, '0')}.000Z`,
    })
    return show(stores, getCart(stores, id))
  }
}

/** What is in carts, in which order, and who. */
function insideOfCarts(stores: Stores): FakeHandlers {
  const { library } = stores
  const edit = editorOf(stores)
  return {
    addCartItems({ id, items, position }) {
      checkItems(library, items)
      const { references } = getCart(stores, id)
      return edit(id, {
        references: placed(
          references,
          items.filter((item) => !references.some((known) => isSame(known, item))),
          position,
        ),
      })
    },
    moveCartItems({ id, items, before = null, version }) {
      const cart = getCart(stores, id)
      if (version !== undefined && version !== cart.version)
        throw new ApiError('version_conflict', { resource: 'cart', id })
      if (before && !cart.references.some((known) => isSame(known, before)))
        throw new ApiError('entity_not_found', { resource: before.type, id: before.id })
      return edit(id, {
        references: moved(
          cart.references,
          items.filter((item) => cart.references.some((known) => isSame(known, item))),
          before,
        ),
      })
    },
    addCartCollaborators({ id, collaborators, right }) {
      const added = collaborators.map((person) => collaboratorOf(person, right))
      return edit(id, {
        collaborators: [
          ...getCart(stores, id).collaborators.filter(
            (known) => !added.some((person) => person.id === known.id),
          ),
          ...added,
        ],
      })
    },
    removeCartCollaborators: ({ id, collaborators }) =>
      edit(id, {
        collaborators: getCart(stores, id).collaborators.filter((known) => !collaborators.includes(known.id)),
      }),
    transferCart({ id, owner }) {
      const cart = getCart(stores, id)
      return edit(id, {
        owner: { id: owner, name: `User ${owner}` },
        collaborators: [
          ...cart.collaborators.filter((known) => known.id !== owner),
          { ...cart.owner, right: 'edit' },
        ],
      })
    },
    leaveCart({ id }) {
      // Everything on the fake server belongs to who is signed in.
      getCart(stores, id)
      throw new ApiError('cart_owner_stays')
    },
    getCartItemPlayer({ player, cartId, type, itemId }) {
      if (!getCart(stores, cartId).references.some((known) => isSame(known, { type, id: Number(itemId) })))
        throw new ApiError('entity_not_found', { resource: type, id: itemId })
      return {
        html: `<iframe src="/api/wedia/dam/player/${player}/${type}/${itemId}"></iframe>`,
        javascriptUrls: [],
      }
    },
    removeCartItems: ({ id, items }) =>
      edit(id, {
        references: getCart(stores, id).references.filter(
          (known) => !items.some((item) => isSame(known, item)),
        ),
      }),
  }
}

function archives(stores: Stores): FakeHandlers {
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
    shareCart({
      id,
      name,
      description = '',
      actions = ['view', 'download', 'zip'],
      profiles,
      password,
      askForPassword = Boolean(password),
      expires,
    }) {
      const cart = getCart(stores, id)
      const secret = askForPassword ? password || 'made-by-the-server' : null
      const share = shareOf(cart, stored.size + 1, {
        name,
        description,
        actions,
        expires,
        hasPassword: secret !== null,
        mode: 'cart',
        profile: null,
        profiles: profiles ?? null,
      })
      stored.set(share.id, { ...share, secret })
      return { ...share, ...(secret === null ? {} : { password: secret }) }
    },
    shareZip({
      id,
      name,
      description = '',
      profile = 'originals',
      password,
      askForPassword = Boolean(password),
      expires,
    }) {
      const cart = getCart(stores, id)
      const secret = askForPassword ? password || 'made-by-the-server' : null
      const share = shareOf(cart, stored.size + 1, {
        name,
        description,
        actions: ['zip'],
        expires,
        hasPassword: secret !== null,
        mode: 'zip',
        profile,
        profiles: null,
      })
      stored.set(share.id, { ...share, secret })
      return { ...share, ...(secret === null ? {} : { password: secret }) }
    },
    listShares: ({ id }) =>
      [...stored.values()]
        .filter(({ cart }) => cart === getCart(stores, id).id)
        .map(({ secret: _secret, ...share }) => share)
        .toReversed(),
    revokeShare({ shareId }) {
      if (!stored.delete(shareId)) throw new ApiError('share_not_found')
      return { id: shareId, revoked: true }
    },
    viewShare({ id }, identity): SharedCart {
      const { secret: _secret, ...share } = enter(id, identity)
      const cart = getCart(stores, share.cart)
      const assets = assetsIn(stores.library, cart.references)
      return {
        id,
        cart: cart.id,
        name: share.name,
        description: share.description,
        cartDescription: cart.description,
        organisation: 'Cartouche',
        sharer: cart.owner.name,
        expires: share.expires,
        actions: share.actions,
        mode: share.mode,
        profile: share.profile,
        profiles: share.profiles?.map((code) => ({ code, name: code })) ?? null,
        largest: largestOf(share.profiles),
        total: cart.references.length,
        items: { asset: recordsIn(stores.library, cart.references) },
        lightTable: [],
        sizeBytes: sizeOf(assets),
        uploads: share.uploads && { ...terms, maxFileBytes: 1024 ** 3 },
        ticket: 'ticket',
      }
    },
    testZipShare: ({ id, selection }, identity) =>
      estimate(stores, selection ?? contentOf(enter(id, identity))),
    prepareShareZip: ({ id, selection }, identity) =>
      prepare(stores, selection ?? contentOf(enter(id, identity))),
    sizeZipShare: ({ id, selection, first, count }, identity) =>
      sizes(stores, selection ?? contentOf(enter(id, identity)), first, count),
    viewSharedItem({ id, idAsset, typeAsset }, identity) {
      if (!contentOf(enter(id, identity)).some((item) => isSame(item, { type: typeAsset, id: idAsset })))
        throw new ApiError('entity_not_found', { resource: typeAsset, id: idAsset })
      return stores.library.get(typeAsset, idAsset)
    },
    downloadSharedItem({ id }, identity) {
      enter(id, identity)
      return new Response('bytes')
    },
  }
}

const terms = { note: '', maxBytes: uploadLimits.sizeBytes.default, maxFiles: uploadLimits.files.default }

function largestOf(profiles: Share['profiles']): SharedCart['largest'] {
  return profiles === null || profiles.includes('originals')
    ? null
    : (sharedPictures.findLast((name) => profiles.includes(name)) ?? 'thumbnailSmall')
}

function shareOf(
  cart: StoredCart,
  n: number,
  {
    name,
    expires,
    ...about
  }: Pick<Share, 'description' | 'actions' | 'hasPassword' | 'mode' | 'profile' | 'profiles'> & {
    name?: string | undefined
    expires?: string | undefined
  },
): Share {
  const id = `share-${n}-${cart.id}`
  return {
    ...about,
    id,
    cart: cart.id,
    name: name ?? cart.name,
    state: 'living',
    uses: 0,
    maxUses: null,
    showsReplies: true,
    createdAt: '2026-01-01T00:00:00.000Z',
    expires: expires ?? '2026-01-31T00:00:00.000Z',
    url: `/s/${id}`,
    opened: 0,
    lastOpenedAt: null,
    requests: [],
    uploads: about.actions.includes('upload') ? { ...terms, files: 0, sizeBytes: 0, job: null } : null,
  }
}

function estimate({ library, limits }: Stores, references: readonly ItemReference[]) {
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

function sizes(
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

function prepare(stores: Stores, references: readonly ItemReference[]): string {
  const { size, refused, maxSize } = estimate(stores, references)
  if (refused) throw new ApiError('archive_refused', { sizeBytes: size, maxSizeBytes: maxSize })
  const uuid = `10000000-0000-4000-8000-${String(stores.archives.size + 1).padStart(12, '0')}`
  stores.archives.set(uuid, { looks: 0, size })
  return uuid
}

function getCart({ carts }: Stores, id: number): StoredCart {
  const cart = carts.get(id)
  if (!cart) throw new ApiError('cart_not_found', { id })
  return cart
}

function show({ library, shares: stored }: Stores, { references, ...cart }: StoredCart): CartAnswer {
  const ends = [...stored.values()]
    .filter((share) => share.cart === cart.id)
    .map(({ expires }) => expires)
    .toSorted((one, other) => one.localeCompare(other))
  return {
    ...cart,
    id: String(cart.id),
    isMine: true,
    shares: { living: ends.length, nextEndAt: ends[0] ?? null },
    items: [...references],
    cover: [
      ...(cart.coverItem ? [cart.coverItem] : []),
      ...references.filter((item) => cart.coverItem === null || !isSame(item, cart.coverItem)),
    ].slice(0, 4),
    total: references.length,
    sizeBytes: sizeOf(assetsIn(library, references)),
  }
}

function assetsIn(library: FakeLibrary, references: readonly ItemReference[]): Asset[] {
  // Assets of the fake library are made with all that the contract wants of one.
  return references.map(({ type, id }) => library.get(type, id) as Asset)
}

function recordsIn(library: FakeLibrary, references: readonly ItemReference[]) {
  return assetsIn(library, references).map((asset) => ({ ...asset, type: asset.$resource }))
}

function sizeOf(assets: readonly Asset[]): number {
  return assets.reduce((total, { metadata }) => total + (metadata?.filesize ?? 0), 0)
}

function checkItems(library: FakeLibrary, items: readonly ItemReference[]): void {
  for (const { type, id } of items) library.get(type, id)
}

function collaboratorOf(
  person: number | { readonly id: number; readonly right: Collaborator['right'] },
  right: Collaborator['right'] = 'edit',
): Collaborator {
  return typeof person === 'number'
    ? { id: person, name: `User ${person}`, right }
    : { ...person, name: `User ${person.id}` }
}

function placed(
  references: readonly ItemReference[],
  items: readonly PlacedItem[],
  position: number | undefined,
): ItemReference[] {
  const order = [...references]
  const wanted = items.map((item, index) => ({
    type: item.type,
    id: item.id,
    place: item.position ?? (position === undefined ? Number.POSITIVE_INFINITY : position + index),
  }))
  for (const { place, ...item } of wanted.toSorted((left, right) =>
    left.place === right.place ? 0 : left.place - right.place,
  ))
    order.splice(Math.min(place, order.length), 0, item)
  return order
}

function moved(
  references: readonly ItemReference[],
  items: readonly ItemReference[],
  before: ItemReference | null,
): ItemReference[] {
  const isMoving = (known: ItemReference): boolean => items.some((item) => isSame(item, known))
  const from = before === null ? references.length : references.findIndex((known) => isSame(known, before))
  const anchor = references.slice(from).find((known) => !isMoving(known))
  const staying = references.filter((known) => !isMoving(known))
  const at = anchor ? staying.indexOf(anchor) : staying.length
  return [...staying.slice(0, at), ...items.map(({ type, id }) => ({ type, id })), ...staying.slice(at)]
}

function checkName(name: unknown): void {
  if (typeof name !== 'string') throw new ApiError('cart_name_missing')
  if (name.trim() === '') throw new ApiError('cart_name_empty')
}

function isSame(one: ItemReference, other: ItemReference): boolean {
  return one.type === other.type && one.id === other.id
}
