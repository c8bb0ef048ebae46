import { ApiError } from '@cartouche/contract'
import { randomUUID } from 'node:crypto'
import type { Context } from '../../access/context.ts'
import type { Services } from '../../ground/services.ts'
import { isWatermarked, type Identity } from '../../access/identity.ts'
import type { ArchiveLayout } from '../archive/archive-layout.ts'
import { withTransaction } from '../../ground/database/database.ts'
import type { AccountKey } from '../../people/session/credentials.sql.ts'
import { keepTexts } from './archive-text.ts'
import type { ArchiveOptions } from './archive-options.ts'
import { insertArchive, type ArchiveSubject } from './archives.sql.ts'
import { buildArchive } from './build-archive.ts'
import { weighItems } from './size-items.ts'
import { requireMailAddress, notifyMaker } from './notify-maker.ts'

const dayMs = 86_400_000
/** @source decision 0003: good for a week */
const lifetimeDays = 7
/**
 * Bytes that were made for an archive, a moment before it was given out, are kept for a week: it ends before
 * them.
 */
const marginMs = 300_000

/** An archive as it is asked for. `shareId`: under which share. */
export interface ArchiveOrder {
  readonly subject: ArchiveSubject
  readonly asker: Identity
  readonly maker: AccountKey
  readonly shareId: string | null
  /** The name of the file, without extension; the subject's by default. */
  readonly name: string | undefined
  readonly options: ArchiveOptions
  /** Whether the maker gets the link by mail when it is ready. */
  readonly sendsLink: boolean
}

/** When an archive ends that is given out now. */
export function archiveExpiry(): Date {
  return new Date(Date.now() + lifetimeDays * dayMs - marginMs)
}

/**
 * Gives out an archive: it is ready at once where nothing in it must be made first; else a job makes it.
 * @returns its uuid, which is its address
 * @throws archive_empty, archive_refused, email_missing, invalid_parameter
 */
export async function createArchive(
  context: Context,
  { subject, asker, maker, shareId, name, options, sendsLink }: ArchiveOrder,
): Promise<string> {
  if (sendsLink) await requireMailAddress(context.database, maker)
  if ('listUuid' in subject.source)
    requireSize(context, { sizeBytes: await weighItems(context, asker, subject, options) })
  const built = await buildArchive(context, asker, subject, options)
  const { layout } = built
  if (layout) requireSize(context, layout)
  const archive = {
    uuid: randomUUID(),
    source: subject.source,
    shareId,
    maker: { kind: maker.kind, id: maker.id },
    name: name?.trim() || subject.name,
    options,
    layout: layout ?? null,
    isWatermarked: isWatermarked(asker),
    mailBaseUrl: sendsLink ? context.request.baseUrl : null,
    expiresAt: archiveExpiry(),
  }
  if (layout) await Promise.all([keepReady(context, archive), keepTexts(context, built.toKeep)])
  else await keepPreparing(context, archive)
  // A client is about to ask for it.
  if (layout) context.archiveCaches.layouts.set(layout.etag, layout)
  return archive.uuid
}

type NewArchive = Parameters<typeof insertArchive>[1]

/**
 * Nobody knows its address before its texts are kept too. Whoever is notified by mail is notified in the same
 * transaction.
 */
async function keepReady(services: Services, archive: NewArchive): Promise<void> {
  if (archive.mailBaseUrl === null) return insertArchive(services.database, archive)
  await withTransaction(services.database, async (transaction) => {
    await insertArchive(transaction, archive)
    await notifyMaker(services, transaction, archive)
  })
}

async function keepPreparing(services: Services, archive: NewArchive): Promise<void> {
  await withTransaction(services.database, async (transaction) => {
    await insertArchive(transaction, archive)
    await services.addJob(
      transaction,
      'prepare-archive',
      { uuid: archive.uuid },
      { key: `archive:${archive.uuid}` },
    )
  })
}

/**
 * Refuses an archive above the limit.
 * @throws archive_refused
 */
export function requireSize({ settings }: Services, { sizeBytes }: Pick<ArchiveLayout, 'sizeBytes'>): void {
  if (sizeBytes > settings.archiveMaxBytes)
    throw new ApiError('archive_refused', { sizeBytes, maxSizeBytes: settings.archiveMaxBytes })
}
