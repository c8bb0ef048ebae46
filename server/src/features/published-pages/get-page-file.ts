import { ApiError, type CallInput, type Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import type { Pending } from '../../access/handler.ts'
import type { ByteSource } from '../../ground/bytes/byte-source.ts'
import { ladderFileOf } from '../../media/film-ladder.ts'
import { getVariation } from '../../model/variations/get-variation.ts'
import { drawPageById } from './draw-page.ts'
import { trackSource } from '../../model/variations/list-tracks.ts'
import { pagePictures, trackNumber } from './read-assets.ts'

/** What pages show and play; a file that they offer is `original`. */
const shown: ReadonlySet<string> = new Set([...pagePictures, 'proxy'])

/**
 * A picture, a film, its subtitles or a file of a page, for whoever may read the page: of the assets that it
 * shows at this moment, and of no others.
 * @throws entity_not_found, file_missing, track_not_found, rendition_not_found, rendition_failed
 */
export async function getPageFile(
  context: Context,
  { page, asset, variation }: CallInput<Calls['getPageFile']>,
): Promise<ByteSource | Pending> {
  const drawn = await drawPageById(context, page)
  if (!drawn?.assets.has(asset)) throw new ApiError('entity_not_found', { resource: 'asset', id: asset })
  const track = trackNumber(variation)
  if (track !== undefined) return trackSource(context, { resource: 'asset', id: asset }, track)
  const isFile = variation === 'original'
  if (!(isFile ? drawn.files.includes(asset) : shown.has(variation) || ladderFileOf(variation)))
    throw new ApiError('rendition_not_found', { name: variation })
  const { reader } = drawn
  const identity =
    reader.kind === 'page' ? { ...reader, assets: [asset], files: isFile ? [asset] : [] } : context.identity
  return getVariation(
    { ...context, identity },
    { object: 'asset', id: String(asset), variation, ...(isFile ? { download: true } : {}) },
  )
}
