import type { ArchiveEstimate } from '@cartouche/contract'
import type { Services } from '../access/context.ts'
import type { Identity } from '../access/identity.ts'
import type { ArchiveWish } from './archive-wish.ts'
import type { ArchivedCart } from './archives.sql.ts'
import { buildArchive } from './build-archive.ts'
import { guessSizeBytes } from './guess-size.ts'

/**
 * The size of an archive beside the limits. It is that of the archive itself, to the byte, where nothing is to be made first; else what is still
 * to be made is counted at the size that its kind has on average.
 * @throws archive_empty, invalid_parameter
 * @source portal §7 testZipCart; wire facts: exact booleans
 */
export async function estimateArchive(services: Services, asker: Identity, cart: ArchivedCart, wish: ArchiveWish): Promise<ArchiveEstimate> {
  const built = await buildArchive(services, asker, cart, wish)
  const size = built.layout ? built.layout.sizeBytes : guessSizeBytes(built.plan, wish)
  const { archiveMaxBytes: maxSize, archiveWarnBytes: warnSize } = services.settings
  return { size, maxSize, refused: size > maxSize, warnSize, warn: size > warnSize }
}
