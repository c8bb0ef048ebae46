import type { CallAnswer, CallInput, Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { findMedia } from './find-media.ts'
import { listVariations } from './list-variations.ts'
import { toTrack } from './list-tracks.ts'
import { selectMediaNames } from './media.sql.ts'
import { playerAddress } from './player-frame.ts'
import { selectTracks } from './tracks.sql.ts'

/**
 * What the file of an asset is, and where it is shown: the renditions are those that the caller may have.
 * @throws entity_not_found, file_missing, sign_in_needed, access_denied
 */
export async function describeMedia(
  context: Context,
  input: CallInput<Calls['describeMedia']>,
): Promise<CallAnswer<Calls['describeMedia']>> {
  const media = await findMedia(context, input)
  const { resource, id, fileName, mediaType, nature, sizeBytes, width, height } = media
  const query = input.ticket === undefined ? '' : `?ticket=${encodeURIComponent(input.ticket)}`
  const url = (names: string): string =>
    `${context.request.baseUrl}/api/wedia/dam/variation/${resource}/${id}/${names}${query}`
  return {
    resource,
    id,
    ...(await selectMediaNames(context.database, media)),
    nature,
    mediaType,
    fileName,
    sizeBytes,
    width,
    height,
    playerUrl: playerAddress(context, media, { ticket: input.ticket }),
    posterUrl: url('preview,thumbnailBig'),
    renditions: (await listVariations(context, input)).map(({ name, mediatype, filesize, ...size }) => ({
      name,
      mediaType: mediatype,
      ...size,
      sizeBytes: filesize,
      url: url(name),
    })),
    tracks: (await selectTracks(context.database, media)).map((row) =>
      toTrack(context, media, row, input.ticket),
    ),
  }
}
