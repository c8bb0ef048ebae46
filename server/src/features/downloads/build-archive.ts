import { ApiError } from '@cartouche/contract'
import { createHash } from 'node:crypto'
import type { Services } from '../../ground/services.ts'
import { scopeOf, timelessKey } from '../../access/decide.ts'
import { isWatermarked, type Identity } from '../../access/identity.ts'
import { layOutArchive, type ArchiveLayout } from '../archive/archive-layout.ts'
import { itemResource } from '../carts/cart-viewer.ts'
import { getSchemaOf } from '../../model/schemas/schema-registry.ts'
import { limitedTargets } from '../../model/search/visible-links.ts'
import type { LargeText } from './archive-text.ts'
import type { ArchiveOptions } from './archive-options.ts'
import { hasChangedSince, type ArchiveSubject } from './archives.sql.ts'
import { ensureContactSheet, findContactSheet } from './contact-sheets.ts'
import { requireProfile } from './download-profiles.ts'
import { fillArchive } from './fill-archive.ts'
import { nameFiles } from './name-files.ts'
import { planArchive, type ArchivePlan, type LeftOut } from './plan-archive.ts'

/** An archive that is laid out, with the texts that must be kept before it is given out. */
export interface LaidOutArchive {
  readonly layout: ArchiveLayout
  readonly toKeep: readonly LargeText[]
  readonly leftOut: readonly LeftOut[]
  readonly liveVideos: number
}

/** An archive that is laid out, or what must be made first. */
export type BuiltArchive = LaidOutArchive | { readonly layout: undefined; readonly plan: ArchivePlan }

/**
 * Lays out the archive of a cart for whoever asks. What was laid out lately is used again while neither the
 * cart, the library's records, nor the asker's rights have changed: people test an archive before they build
 * it. `isSettled`: all renditions that can be made were made; then the contact sheet is drawn too, however
 * long it takes, and there is a layout.
 * @throws archive_empty, invalid_parameter
 */
export async function buildArchive(
  services: Services,
  asker: Identity,
  cart: ArchiveSubject,
  options: ArchiveOptions,
  isSettled = false,
): Promise<BuiltArchive> {
  const { version, embedsMetadata } = await requireProfile(services.database, options.profile)
  const { reader } = scopeOf(asker, itemResource, 'view')
  const links = limitedTargets(await getSchemaOf(services, itemResource), reader).map((target) =>
    timelessKey(reader.sees(target)),
  )
  const key = keyOf(asker, cart, { ...options, version, embedsMetadata }, links)
  const cached = services.archiveCaches.laidOut.get(key)
  if (cached && !(await hasChangedSince(services.database, cached.snapshot))) return cached.archive
  const plan = await planArchive(services, asker, cart.source, options, isSettled)
  if (plan.files.length === 0 && plan.missing.length === 0) throw new ApiError('archive_empty')
  if (plan.missing.length > 0) return { layout: undefined, plan }
  const files = nameFiles(plan.files)
  const sheet = options.withContactSheet
    ? await (isSettled ? ensureContactSheet : findContactSheet)(services, { title: cart.name, files })
    : null
  if (sheet === undefined) return { layout: undefined, plan }
  const { entries, toKeep } = await fillArchive(services, {
    cart,
    options,
    files,
    leftOut: plan.leftOut,
    sheet,
    reader,
  })
  const archive = {
    layout: layOutArchive(entries),
    toKeep,
    leftOut: plan.leftOut,
    liveVideos: plan.liveVideos,
  }
  services.archiveCaches.laidOut.set(key, { archive, snapshot: cart.snapshot })
  return archive
}

/**
 * All that decides what the archive holds beside the library's records. The instant is left out: hence the
 * short life of what is cached.
 */
function keyOf(
  asker: Identity,
  { source, name, version }: ArchiveSubject,
  options: ArchiveOptions & { readonly version: number; readonly embedsMetadata: boolean },
  links: readonly string[],
): string {
  const scopes = ['view', 'download'].map((action) => timelessKey(scopeOf(asker, itemResource, action)))
  return createHash('sha256')
    .update(JSON.stringify([source, name, version, scopes, links, isWatermarked(asker), options]))
    .digest('base64url')
}
