import type { ArchiveSizes } from '@cartouche/contract'
import type { Services } from '../../ground/services.ts'
import { isWatermarked, type Identity } from '../../access/identity.ts'
import { followsFocus, followsPlace } from '../../media/rendition-recipes.ts'
import type { ArchiveOptions } from './archive-options.ts'
import type { ArchiveSubject } from './archives.sql.ts'
import { bytesBesideFile, guessedRenditionBytes } from './guess-size.ts'
import { selectSizes, selectWeight } from './item-sizes.sql.ts'
import { compileItemRights } from './list-archive-items.ts'
import { takenByProfile } from './profile-recipes.ts'

/** What is asked of sizes: of which profile, which items. */
type SizeOptions = Pick<
  ArchiveOptions,
  'profile' | 'selection' | 'part' | 'withContactSheet' | 'withDescriptions' | 'withLiveVideos'
>

/** Most that one answer holds. */
export const sizesAtOnce = 100_000

/**
 * The size of each item of an archive with all that it brings along, in its order: of the rendition where
 * there is one, what its kind has on average where it must be made first, and 0 where it will be left out.
 * @throws invalid_parameter for a profile that is none
 */
export async function sizeItems(
  services: Services,
  asker: Identity,
  subject: ArchiveSubject,
  options: SizeOptions,
  slice: { readonly first: number; readonly count: number },
): Promise<ArchiveSizes> {
  return selectSizes(services.database, subject.source, {
    ...(await sizing(services, asker, options)),
    picked: options,
    largerThan: services.settings.archiveMaxBytes,
    slice,
  })
}

/**
 * About what all items weigh together, counted where they lie: a library of millions is never listed here.
 * Bytes.
 */
export async function weighItems(
  services: Services,
  asker: Identity,
  subject: ArchiveSubject,
  options: SizeOptions,
): Promise<number> {
  return selectWeight(services.database, subject.source, {
    ...(await sizing(services, asker, options)),
    picked: options,
  })
}

async function sizing(services: Services, asker: Identity, options: SizeOptions) {
  const [rights, { recipes }] = await Promise.all([
    compileItemRights(services, asker),
    takenByProfile(services.database, options.profile, isWatermarked(asker)),
  ])
  return {
    rights,
    overheadBytes: bytesBesideFile(options),
    withLiveVideos: options.withLiveVideos,
    recipes:
      recipes &&
      [...recipes.entries()].map(([nature, recipe]) => ({
        nature,
        name: recipe.name,
        version: recipe.version,
        followsPlace: followsPlace(recipe, nature),
        followsFocus: followsFocus(recipe),
        guessBytes: guessedRenditionBytes(recipe),
      })),
  }
}
