import { calls, postersOf, versionsOf, type Client, type RenditionName } from '@cartouche/client'

/** Longest side of each still rendition, px, from small to large. A picture is never enlarged. */
const sides = [
  ['thumbnailsmall', 200],
  ['thumbnailSmall', 320],
  ['thumbnailBig', 640],
  ['web', 1200],
  ['preview', 1600],
] as const satisfies readonly (readonly [RenditionName, number])[]

/**
 * The smallest rendition that is sharp at this size; up to a tenth of enlarging is not seen.
 * @param sidePx longest side on the screen, device pixels
 */
export function renditionFor(sidePx: number): RenditionName {
  return sides.find(([, side]) => side * 1.1 >= sidePx)?.[0] ?? 'preview'
}

/** What stands for an asset, or for an item of an import, in an address. `ticket` of a visitor's share. */
export interface PictureOf {
  readonly id: number
  readonly ticket?: string | undefined
  readonly object?: 'asset' | 'massimportitem' | undefined
}

/** The address of a rendition, or of the original; with `download` as a file under its own name. */
export function pictureUrl(
  client: Client,
  { id, ticket, object = 'asset' }: PictureOf,
  variation: string,
  download = false,
): string {
  const revisions = [versionsOf(client).revisionOf(object, id), postersOf(client).revisionOf(object, id)]
  const revision = revisions.some((one) => one !== undefined) ? revisions.join('.') : undefined
  return client.urlOf(calls.getVariation, {
    object,
    id: String(id),
    variation,
    ...(download ? { download: true } : {}),
    ...(revision === undefined ? {} : { revision }),
    ...(ticket === undefined ? {} : { ticket }),
  })
}
