import {
  ApiError,
  type CartAnswer,
  type Collaborator,
  type ItemReference,
  type PlacedItem,
} from '@cartouche/contract'
import { archiveHandlers } from './fake-archives.ts'
import {
  assetsIn,
  getCart,
  isSame,
  recordsIn,
  show,
  type FakeLimits,
  type StoredCart,
  type Stores,
} from './fake-cart-stores.ts'
import type { FakeLibrary } from './fake-library.ts'
import { lightTableHandlers } from './fake-light-tables.ts'
import type { FakeHandlers } from './fake-routes.ts'
import { shareHandlers } from './fake-shares.ts'

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
    ...archiveHandlers(stores),
    ...shareHandlers(stores),
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
      // Everything on the fake server belongs to whoever is signed in.
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
