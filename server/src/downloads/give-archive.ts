import { ApiError } from '@cartouche/contract'
import { randomUUID } from 'node:crypto'
import type { Services } from '../access/context.ts'
import type { Identity } from '../access/identity.ts'
import { encodeArchiveLayout, type ArchiveLayout } from '../archive/archive-layout.ts'
import { withTransaction } from '../database/database.ts'
import type { AccountKey } from '../session/credentials.sql.ts'
import type { ArchiveWish } from './archive-wish.ts'
import { insertArchive, type ArchivedCart } from './archives.sql.ts'
import { buildArchive } from './build-archive.ts'
import { keepLayout } from './get-archive.ts'

const dayMs = 86_400_000
/** @source decision 0003: good for a week */
const lifetimeDays = 7
/** Bytes that were made for an archive, a moment before it was given out, are kept for a week: it ends before them. */
const marginMs = 300_000

/** An archive as it is asked for. `shareId`: under which share. */
export interface ArchiveOrder {
  readonly cart: ArchivedCart
  readonly asker: Identity
  readonly maker: AccountKey
  readonly shareId: string | null
  /** The name of the file, without extension; the cart's unless said otherwise. */
  readonly name: string | undefined
  readonly wish: ArchiveWish
}

/**
 * Gives out an archive: it is ready at once where nothing in it must be made first; else a job makes it.
 * @returns its uuid, which is its address
 * @throws archive_empty, archive_refused, invalid_parameter
 */
export async function giveArchive(services: Services, { cart, asker, maker, shareId, name, wish }: ArchiveOrder): Promise<string> {
  const { layout } = await buildArchive(services, asker, cart, wish)
  if (layout) requireSize(services, layout)
  const uuid = randomUUID()
  const archive = {
    uuid, cartId: cart.id, shareId, maker: { kind: maker.kind, id: maker.id }, name: name?.trim() || cart.name, wish,
    layout: layout ? encodeArchiveLayout(layout) : null, expiresAt: new Date(Date.now() + lifetimeDays * dayMs - marginMs),
  }
  if (layout) {
    await insertArchive(services.database, archive)
    keepLayout(services.database, uuid, layout)
    return uuid
  }
  await withTransaction(services.database, async (transaction) => {
    await insertArchive(transaction, archive)
    await services.addJob(transaction, 'prepare-archive', { uuid }, { key: `archive:${uuid}` })
  })
  return uuid
}

/**
 * Refuses an archive above the limit.
 * @throws archive_refused
 */
export function requireSize({ settings }: Services, { sizeBytes }: ArchiveLayout): void {
  if (sizeBytes > settings.archiveMaxBytes) throw new ApiError('archive_refused', { sizeBytes, maxSizeBytes: settings.archiveMaxBytes })
}
