import { ApiError, type CallInput, type Calls } from '@cartouche/contract'
import type { Context, Services } from '../access/context.ts'
import { decodeArchiveLayout, type ArchiveLayout } from '../archive/archive-layout.ts'
import { openArchive } from '../archive/open-archive.ts'
import type { ByteSource } from '../bytes/byte-source.ts'
import { endWith } from '../bytes/end-with.ts'
import type { Database } from '../database/database.ts'
import type { Pending } from '../http/handler.ts'
import { findAccount } from '../session/account.ts'
import { findShare } from '../shares/find-visitor.ts'
import { countDownload, selectArchive, selectLayout, type StoredArchive } from './archives.sql.ts'
import { createRecent, type Recent } from './recent.ts'

/**
 * An archive by its unguessable address, for `HEAD` and `GET`: its bytes, or that something in it is still being made. It ends with its
 * share, its cart and its maker, and after a week.
 * @throws archive_not_found; archive_refused, archive_empty where that came out while it was made
 * @source DESIGN "An archive is a layout, not a file"; decision 0003
 */
export async function getArchive(context: Context, { uuid }: CallInput<Calls['downloadArchive']>): Promise<ByteSource | Pending> {
  const archive = await requireArchive(context, uuid)
  if (archive.failure) throw new ApiError(archive.failure.code, archive.failure.data)
  if (archive.layout_etag === null) return { pending: true }
  const source = archiveSource(context, archive.name, archive.created_at, await layoutOf(context.database, archive.layout_etag), () => countDownload(context.database, uuid))
  return endWith(context, source, async () => {
    const now = await selectArchive(context.database, uuid)
    return now !== undefined && isAlive(context, now)
  })
}

/**
 * An archive that has not ended, with its share, its cart, its maker, or its time.
 * @throws archive_not_found
 */
export async function requireArchive(services: Services, uuid: string): Promise<StoredArchive> {
  const archive = await selectArchive(services.database, uuid)
  if (!archive || !await isAlive(services, archive)) throw new ApiError('archive_not_found')
  return archive
}

async function isAlive(services: Services, { share_id, maker }: StoredArchive): Promise<boolean> {
  if (share_id !== null) return await findShare(services, share_id) !== undefined
  return await findAccount(services.database, maker) !== undefined
}

/** The bytes of a layout. `onStart` is called when a download begins: what is resumed does not begin again. */
export function archiveSource(services: Services, name: string, lastModifiedAt: Date, layout: ArchiveLayout, onStart?: () => Promise<void>): ByteSource {
  return {
    sizeBytes: layout.sizeBytes, etag: layout.etag, lastModifiedAt, mediaType: 'application/zip', fileName: `${name}.zip`, disposition: 'attachment',
    cacheControl: 'private, no-cache',
    open: (start, endExclusive) => {
      if (start === 0) onStart?.().catch((error: unknown) => { services.log.warn({ error: String(error) }, 'A download was not counted') })
      return openArchive(layout, services.blobs.join, start, endExclusive)
    },
  }
}

/** A layout of 10,000 files takes 1 MB; a download that is cut and resumed asks for it many times. */
const layoutMemoryBytes = 16 * 1024 ** 2
const memories = new WeakMap<Database, Recent<ArchiveLayout>>()

function memoryOf(database: Database): Recent<ArchiveLayout> {
  const known = memories.get(database)
  if (known) return known
  const memory = createRecent<ArchiveLayout>({ maxWeight: layoutMemoryBytes, weightOf: (layout) => layout.columns.encoded.length + 16 * layout.entryCount })
  memories.set(database, memory)
  return memory
}

async function layoutOf(database: Database, etag: string): Promise<ArchiveLayout> {
  const known = memoryOf(database).get(etag)
  if (known) return known
  const encoded = await selectLayout(database, etag)
  if (!encoded) throw new ApiError('archive_not_found')
  const layout = decodeArchiveLayout(encoded)
  keepLayout(database, layout)
  return layout
}

/** Remembers a layout that was just made: a client is about to ask for it. */
export function keepLayout(database: Database, layout: ArchiveLayout): void {
  memoryOf(database).set(layout.etag, layout)
}
