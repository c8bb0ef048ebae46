import type { Collaborator } from '@cartouche/contract'
import type { Services } from '../../ground/services.ts'
import { selectActiveShares, type ActiveShares } from './active-shares.sql.ts'
import { seenItemsOf, sizesOf, type SeenItems } from './cart-contents.sql.ts'
import { selectCartFacts, selectNames, type CartFacts, type CartRow } from './cart-facts.sql.ts'
import type { CartViewer } from './cart-viewer.ts'
import { selectSeen, type CartFilter, type SeenCart } from './seen-carts.sql.ts'

/**
 * What a cart holds: `items`, in order, and their size are those that the viewer may see; `total` counts all.
 */
interface CartContents {
  readonly total: number
  readonly items: readonly number[]
  readonly size_bytes: number
}

/** A cart as one viewer sees it. */
export type StoredCart = CartRow &
  CartContents & {
    readonly seen: SeenCart
    readonly owner: { readonly id: number; readonly name: string }
    readonly collaborators: readonly Collaborator[]
    readonly shares: ActiveShares
  }

/** A cart that a viewer sees, and where its items begin among those of all. */
interface CartRead extends CartFacts {
  readonly seen: SeenCart
  /** Another one after every change of the facts; undefined where nobody tells of changes. */
  readonly revision: number | undefined
  readonly firstItem: number
}

/** Carts of one moment, and all that decides how a viewer sees them. */
interface CartsRead {
  readonly carts: readonly CartRead[]
  readonly items: SeenItems
  readonly shares: ReadonlyMap<number, ActiveShares>
  readonly names: ReadonlyMap<string, string>
}

type CartServices = Pick<Services, 'database' | 'cartCaches' | 'searchColumns'>

/**
 * A cart as a viewer sees it; undefined where they see none. It is read from the database alone: whoever
 * edited it a moment ago sees that.
 */
export async function readCart(
  services: CartServices,
  viewer: CartViewer,
  id: number,
): Promise<StoredCart | undefined> {
  const read = await readAll(services, viewer, { id }, (ids) => selectCartFacts(services.database, ids))
  return (await toStored(services, viewer, read, read.carts))[0]
}

/** Carts of a list that a viewer saw before, those of a part together. */
export interface ListPart<Item> {
  /** Of all that its carts are made of: where it is the same, so are they. */
  readonly signature: Float64Array
  /** What the people of the list were called. */
  readonly names: string
  readonly carts: readonly Item[]
}

/** Parts of a list by their last cart. */
export type ListParts<Item> = ReadonlyMap<number, ListPart<Item>>

/**
 * Carts that a viewer sees, in parts; by id, last first, by default. Which they are, what the viewer may do
 * with each, which of their items they see, their active shares and the names of people are asked each time.
 * The rest is read of those carts alone that changed since they were read last, and a part that is what it was
 * is the one of `before`.
 * @param toItem makes what is listed of a cart
 * @source decisions 0025 and 0241
 */
export async function readCartParts<Item>(
  services: CartServices & Pick<Services, 'changes'>,
  viewer: CartViewer,
  filter: CartFilter,
  before: ListParts<Item> | undefined,
  toItem: (cart: StoredCart) => Item,
): Promise<ListParts<Item>> {
  const read = await readAll(services, viewer, filter, (ids) => cachedFacts(services, ids))
  const names = JSON.stringify([...read.names])
  const parts = splitParts(read.carts).map((carts) => {
    const last = carts.at(-1)?.seen.id ?? 0
    const signature = signatureOf(read, carts)
    const known = before?.get(last)
    return { last, signature, carts, known: known && isSame(known, signature, names) ? known : undefined }
  })
  const changed = parts.filter(({ known }) => known === undefined).flatMap(({ carts }) => carts)
  const stored = (await toStored(services, viewer, read, changed)).map(toItem)
  let next = 0
  return new Map(
    parts.map(({ last, signature, carts, known }) => [
      last,
      known ?? { signature, names, carts: stored.slice(next, (next += carts.length)) },
    ]),
  )
}

function isSame<Item>(part: ListPart<Item>, signature: Float64Array, names: string): boolean {
  return (
    part.names === names &&
    part.signature.length === signature.length &&
    part.signature.every((value, at) => value === signature[at])
  )
}

/** So many carts make a part on average. */
const partSize = 100

/**
 * Whether a cart ends a part is decided by its id alone, so that a cart that comes or goes changes the part
 * that it is in, and none behind it.
 */
function splitParts(carts: readonly CartRead[]): CartRead[][] {
  const parts: CartRead[][] = []
  let part: CartRead[] = []
  for (const cart of carts) {
    part.push(cart)
    // Multiplied, as ids may rise by a multiple of the size.
    if ((Math.imul(cart.seen.id, 0x9e3779b1) >>> 0) % partSize !== 0) continue
    parts.push(part)
    part = []
  }
  return part.length === 0 ? parts : [...parts, part]
}

/** Without a revision it is equal to none. */
function signatureOf({ items, shares }: CartsRead, carts: readonly CartRead[]): Float64Array {
  const signature: number[] = []
  for (const { seen, revision, firstItem, order } of carts) {
    const { living, next_end_at: nextEnd } = shares.get(seen.id) ?? unshared
    signature.push(seen.id, seen.flags, revision ?? NaN, living, nextEnd?.getTime() ?? 0)
    for (let at = firstItem; at < firstItem + order.length; at++) signature.push(items.revisions[at] ?? 0)
  }
  return Float64Array.from(signature)
}

/** Facts of carts, of which a server reads those that changed. */
async function cachedFacts(
  { database, cartCaches, changes }: CartServices & Pick<Services, 'changes'>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, CartFacts & { readonly revision?: number }>> {
  const facts = new Map<number, CartFacts & { readonly revision?: number }>()
  // Taken before they are read: a change meanwhile makes what is read old.
  const unknown = new Map<number, number | undefined>()
  for (const id of ids) {
    const revision = changes?.cartRevision(id)
    const cached = revision === undefined ? undefined : cartCaches.facts.get(id, revision)
    if (cached && revision !== undefined) facts.set(id, { ...cached, revision })
    else unknown.set(id, revision)
  }
  for (const [id, read] of await selectCartFacts(database, [...unknown.keys()])) {
    const revision = unknown.get(id)
    if (revision === undefined) facts.set(id, read)
    else {
      cartCaches.facts.set(id, revision, read)
      facts.set(id, { ...read, revision })
    }
  }
  return facts
}

async function readAll(
  services: CartServices,
  viewer: CartViewer,
  filter: CartFilter,
  readFacts: (
    ids: readonly number[],
  ) => Promise<ReadonlyMap<number, CartFacts & { readonly revision?: number }>>,
): Promise<CartsRead> {
  const { database } = services
  const listed = await selectSeen(database, viewer, filter)
  const ids = listed.map(({ id }) => id)
  if (ids.length === 0)
    return {
      carts: [],
      items: { ids: new Float64Array(0), revisions: new Uint32Array(0) },
      shares: new Map(),
      names: new Map(),
    }
  const reading = selectActiveShares(database, ids)
  const facts = await readFacts(ids)
  const carts: CartRead[] = []
  let firstItem = 0
  for (const seen of listed) {
    const found = facts.get(seen.id)
    // A cart that was deleted meanwhile.
    if (!found) continue
    carts.push({ ...found, seen, revision: found.revision, firstItem })
    firstItem += found.order.length
  }
  const [items, shares, names] = await Promise.all([
    seenItemsOf(
      services,
      carts.map(({ order }) => order),
      viewer,
    ),
    reading,
    selectNames(database, peopleOf(carts, viewer)),
  ])
  return { carts, items, shares, names }
}

function peopleOf(
  carts: readonly CartRead[],
  viewer: CartViewer,
): Map<string, { resource: string; id: number }> {
  const people = new Map<string, { resource: string; id: number }>()
  for (const { row, collaborators } of carts) {
    people.set(`${row.owner_resource}/${row.owner_id}`, { resource: row.owner_resource, id: row.owner_id })
    if (viewer.seesPeople)
      for (const { id } of collaborators) people.set(`user/${id}`, { resource: 'user', id })
  }
  return people
}

const unshared: ActiveShares = { living: 0, next_end_at: null }

async function toStored(
  services: CartServices,
  viewer: CartViewer,
  { items, shares, names }: CartsRead,
  carts: readonly CartRead[],
): Promise<StoredCart[]> {
  const places = carts.flatMap(({ firstItem, order }) => Array.from(order, (_id, at) => firstItem + at))
  const seenItems = {
    ids: Float64Array.from(places, (at) => items.ids[at] ?? 0),
    revisions: Uint32Array.from(places, (at) => items.revisions[at] ?? 0),
  }
  const sizes = await sizesOf(services, seenItems)
  let at = 0
  return carts.map(({ row, order, collaborators, seen }) => {
    const visible: number[] = []
    let sizeBytes = 0
    for (const last = at + order.length; at < last; at++) {
      if (!seenItems.revisions[at]) continue
      visible.push(seenItems.ids[at] ?? 0)
      sizeBytes += sizes[at] ?? 0
    }
    return {
      ...row,
      seen,
      owner: { id: row.owner_id, name: names.get(`${row.owner_resource}/${row.owner_id}`) ?? '' },
      collaborators: viewer.seesPeople
        ? collaborators.flatMap(({ id, right }) => {
            const name = names.get(`user/${id}`)
            return name === undefined ? [] : { id, name, right }
          })
        : [],
      shares: shares.get(row.id) ?? unshared,
      total: order.length,
      items: visible,
      size_bytes: sizeBytes,
    }
  })
}
