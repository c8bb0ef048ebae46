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
interface CartRead {
  readonly seen: SeenCart
  readonly facts: CartFacts
  /** Another one after every change of the facts; undefined where changes are not announced. */
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
  const read = await readAll(services, viewer, { id }, readFacts(services))
  return (await toStored(services, viewer, read, read.carts))[0]
}

/** Carts of a list that a viewer saw before, those of a part together. */
export interface ListPart<Item> {
  /**
   * Of all that its carts are made of, names apart: where it is the same, so are they. Undefined where nobody
   * announces changes.
   */
  readonly signature: Buffer | undefined
  /** Its people, and what they were called. */
  readonly names: string
  readonly carts: readonly Item[]
}

/** Parts of a list by their last cart. */
export type ListParts<Item> = ReadonlyMap<number, ListPart<Item>>

/**
 * Carts that a viewer sees, in parts; by id, last first, by default. Which they are, what the viewer may do
 * with each, which of their items they see, their active shares and the names of people are asked each
 * time. The rest is read of those carts alone that changed since they were read last, and a part that is
 * what it was is the one of `before`.
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
  const read = await readAll(services, viewer, filter, readChangedFacts(services))
  const parts = splitParts(read.carts).map((carts) => {
    const last = carts.at(-1)?.seen.id ?? 0
    const signature = signatureOf(read, carts)
    const names = [...peopleOf(carts, viewer).keys()].map((key) => [key, read.names.get(key)]).join()
    const known = before?.get(last)
    const isSame = known?.names === names && signature && known.signature?.equals(signature)
    return { last, signature, names, carts, known: isSame ? known : undefined }
  })
  const changed = parts.filter(({ known }) => known === undefined).flatMap(({ carts }) => carts)
  const stored = (await toStored(services, viewer, read, changed)).map(toItem)
  let next = 0
  return new Map(
    parts.map(({ last, signature, names, carts, known }) => [
      last,
      known ?? { signature, names, carts: stored.slice(next, (next += carts.length)) },
    ]),
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
    // The upper bits of a product: ids may all be odd, or rise by a multiple of the size.
    if ((Math.imul(cart.seen.id, 0x9e3779b1) >>> 16) % partSize !== 0) continue
    parts.push(part)
    part = []
  }
  return part.length === 0 ? parts : [...parts, part]
}

function signatureOf({ items, shares }: CartsRead, carts: readonly CartRead[]): Buffer | undefined {
  const first = carts[0]?.firstItem ?? 0
  const itemCount = carts.reduce((sum, { facts }) => sum + facts.order.length, 0)
  const ofCarts = new Float64Array(carts.length * 5)
  for (const [at, { seen, revision }] of carts.entries()) {
    if (revision === undefined) return undefined
    const { living, next_end_at: nextEnd } = shares.get(seen.id) ?? unshared
    ofCarts.set([seen.id, seen.flags, revision, living, nextEnd?.getTime() ?? 0], at * 5)
  }
  const ofItems = items.revisions.subarray(first, first + itemCount)
  return Buffer.concat([bytesOf(ofCarts), bytesOf(ofItems)])
}

function bytesOf({
  buffer,
  byteOffset,
  byteLength,
}: Float64Array<ArrayBuffer> | SeenItems['revisions']): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}

/** Reads the facts of carts; `undefined` for one that is gone. */
type ReadFacts = (
  ids: readonly number[],
) => Promise<(id: number) => Pick<CartRead, 'facts' | 'revision'> | undefined>

/** Facts of carts as the database has them now. */
function readFacts({ database }: CartServices): ReadFacts {
  return async (ids) => {
    const read = await selectCartFacts(database, ids)
    return (id) => {
      const facts = read.get(id)
      return facts && { facts, revision: undefined }
    }
  }
}

/** The same, of which those alone are read that changed since this server read them last. */
function readChangedFacts({
  database,
  cartCaches,
  changes,
}: CartServices & Pick<Services, 'changes'>): ReadFacts {
  return async (ids) => {
    // Taken before anything is read: a change meanwhile makes what is read old.
    const revisions = new Map(ids.map((id) => [id, changes?.cartRevision(id)]))
    const known = new Map<number, CartFacts>()
    const unknown: number[] = []
    for (const [id, revision] of revisions) {
      const facts = revision === undefined ? undefined : cartCaches.facts.get(id, revision)
      if (facts) known.set(id, facts)
      else unknown.push(id)
    }
    for (const [id, facts] of await selectCartFacts(database, unknown)) {
      const revision = revisions.get(id)
      if (revision !== undefined) cartCaches.facts.set(id, revision, facts)
      known.set(id, facts)
    }
    return (id) => {
      const facts = known.get(id)
      return facts && { facts, revision: revisions.get(id) }
    }
  }
}

async function readAll(
  services: CartServices,
  viewer: CartViewer,
  filter: CartFilter,
  read: ReadFacts,
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
  const factsOf = await read(ids)
  const carts: CartRead[] = []
  let firstItem = 0
  for (const seen of listed) {
    const found = factsOf(seen.id)
    // A cart that was deleted meanwhile.
    if (!found) continue
    carts.push({ seen, facts: found.facts, revision: found.revision, firstItem })
    firstItem += found.facts.order.length
  }
  const [items, shares, names] = await Promise.all([
    seenItemsOf(
      services,
      carts.map(({ facts }) => facts.order),
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
  for (const {
    facts: { row, collaborators },
  } of carts) {
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
  const places = carts.flatMap(({ firstItem, facts }) => Array.from(facts.order, (_id, at) => firstItem + at))
  const seenItems = {
    ids: Float64Array.from(places, (at) => items.ids[at] ?? 0),
    revisions: Uint32Array.from(places, (at) => items.revisions[at] ?? 0),
  }
  const sizes = await sizesOf(services, seenItems)
  let at = 0
  return carts.map(({ facts: { row, order, collaborators }, seen }) => {
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
