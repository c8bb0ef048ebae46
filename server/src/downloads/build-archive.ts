import { ApiError } from '@cartouche/contract'
import { createHash } from 'node:crypto'
import type { Services } from '../access/context.ts'
import { scopeOf, timelessKey } from '../access/decide.ts'
import { isWatermarked, type Identity } from '../access/identity.ts'
import { layOutArchive, type ArchiveLayout } from '../archive/archive-layout.ts'
import { itemResource } from '../carts/cart-viewer.ts'
import type { Database } from '../database/database.ts'
import type { ArchiveWish } from './archive-wish.ts'
import type { ArchivedCart } from './archives.sql.ts'
import { ensureContactSheet, findContactSheet } from './contact-sheets.ts'
import { fillArchive } from './fill-archive.ts'
import { nameFiles } from './name-files.ts'
import { planArchive, type ArchivePlan } from './plan-archive.ts'
import { createRecent, type Recent } from './recent.ts'

/** An archive that is ready, or what must be made first. */
export type BuiltArchive =
  | { readonly layout: ArchiveLayout }
  | { readonly layout: undefined; readonly plan: ArchivePlan }

/**
 * Lays out the archive of a cart for whoever asks. What was laid out lately is used again while neither the cart, the library's records, nor the
 * asker's rights have changed: people test an archive before they build it. `isSettled`: all renditions that can be made were made; then
 * the contact sheet is drawn too, however long it takes, and there is a layout.
 * @throws archive_empty, invalid_parameter
 */
export async function buildArchive(services: Services, asker: Identity, cart: ArchivedCart, wish: ArchiveWish, isSettled = false): Promise<BuiltArchive> {
  const memory = memoryOf(services.database)
  const key = keyOf(asker, cart, wish)
  const known = memory.get(key)
  if (known) return { layout: known }
  const plan = await planArchive(services, asker, cart.id, wish, isSettled)
  if (plan.files.length === 0 && plan.missing.length === 0) throw new ApiError('archive_empty')
  if (plan.missing.length > 0) return { layout: undefined, plan }
  const files = nameFiles(plan.files)
  const sheet = wish.withContactSheet ? await (isSettled ? ensureContactSheet : findContactSheet)(services, { title: cart.name, files }) : null
  if (sheet === undefined) return { layout: undefined, plan }
  const layout = layOutArchive(await fillArchive(services, { cart, wish, files, leftOut: plan.leftOut, sheet }))
  memory.set(key, layout)
  return { layout }
}

/** All that decides what the archive holds. The instant is left out: hence the short life of what is remembered. */
function keyOf(asker: Identity, cart: ArchivedCart, wish: ArchiveWish): string {
  const scopes = ['view', 'download'].map((action) => timelessKey(scopeOf(asker, itemResource, action)))
  return createHash('sha256').update(JSON.stringify([cart, scopes, isWatermarked(asker), wish])).digest('base64url')
}

const memoryBytes = 16 * 1024 ** 2
/** An asset whose time is over may still be in an archive for this long: less than it takes to download one. */
const rememberedMs = 30_000
const memories = new WeakMap<Database, Recent<ArchiveLayout>>()

function memoryOf(database: Database): Recent<ArchiveLayout> {
  const known = memories.get(database)
  if (known) return known
  const memory = createRecent<ArchiveLayout>({ maxWeight: memoryBytes, maxAgeMs: rememberedMs, weightOf: (layout) => layout.columns.encoded.length + 16 * layout.entryCount })
  memories.set(database, memory)
  return memory
}
