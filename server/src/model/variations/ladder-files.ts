import { buffer } from 'node:stream/consumers'
import type { Context } from '../../access/context.ts'
import { isWatermarked, largestPicture } from '../../access/identity.ts'
import { byteSourceOf, type ByteSource } from '../../ground/bytes/byte-source.ts'
import { fileOf, ladderFileOf, masterPlaylist, playlistOf } from '../../media/film-ladder.ts'
import { readFragments, type FragmentIndex } from '../../media/read-fragments.ts'
import { findLadder, queueLadder, type Ladder } from '../../media/renditions/find-ladder.ts'
import { writeMasterPlaylist, writePlaylist } from '../../media/write-playlist.ts'
import { chooseRenditions } from './choose-rendition.ts'
import type { Media } from './find-media.ts'

type LadderMedia = Pick<Media, 'sha256' | 'nature' | 'fileName'>

/**
 * The sizes in which a player may offer a film to the caller, by their lines, large to small; none where it
 * plays as one file. Those that are missing are made later.
 * @source decision 0248
 */
export async function offeredSizes(context: Context, media: LadderMedia): Promise<readonly number[]> {
  const chooser = {
    watermarked: isWatermarked(context.identity),
    mayDownload: false,
    largest: largestPicture(context.identity),
  }
  if (chooseRenditions([masterPlaylist], media.nature, chooser).names.length === 0) return []
  const ladder = await findLadder(context, media.sha256)
  if (ladder && ladder.missing.length > 0) await queueLadder(context, media.sha256)
  return ladder?.isWhole === true ? ladder.made.map(({ rung }) => rung.lines).toReversed() : []
}

/**
 * A file of a film that is played adaptively, which the caller may play: a playlist, or the bytes of one
 * size. Undefined where there is none of this name: asking makes none.
 * @param query what the addresses in playlists end with, such as `?ticket=…`: players ask for them as they
 * are
 */
export async function ladderSource(
  context: Context,
  media: LadderMedia,
  name: string,
  query: string,
): Promise<ByteSource | undefined> {
  const file = ladderFileOf(name)
  const ladder = file && media.nature === 'VIDEO' ? await findLadder(context, media.sha256) : undefined
  if (!file || ladder?.isWhole !== true) return undefined
  if (file.kind === 'master') return playlistSource(await masterOf(context, ladder, query))
  const made = ladder.made.find(({ rung }) => rung.lines === file.lines)
  if (!made) return undefined
  if (file.kind === 'film') return filmSource(context, media, made)
  const address = `${fileOf(file.lines)}${query}`
  return playlistSource(writePlaylist(address, await indexOf(context, made)))
}

async function masterOf(context: Context, { made }: Ladder, query: string): Promise<string> {
  const variants = made.map(async (one) => ({
    address: `${playlistOf(one.rung.lines)}${query}`,
    widthPx: one.rendition.width ?? 0,
    heightPx: one.rendition.height ?? 0,
    index: await indexOf(context, one),
  }))
  return writeMasterPlaylist(await Promise.all(variants))
}

function indexOf(
  { blobs }: Context,
  { rendition: { sha256, sizeBytes } }: Ladder['made'][number],
): Promise<FragmentIndex> {
  const read = (start: number, endExclusive: number): Promise<Buffer> =>
    buffer(blobs.open(sha256, { start, endExclusive, sizeBytes }))
  return readFragments(read, sizeBytes)
}

const cacheControl = 'private, no-cache'

function playlistSource(text: string): ByteSource {
  return byteSourceOf(Buffer.from(text), { mediaType: 'application/vnd.apple.mpegurl', cacheControl })
}

function filmSource(
  { blobs }: Context,
  { fileName }: LadderMedia,
  { rung, rendition: { sha256, sizeBytes, mediaType } }: Ladder['made'][number],
): ByteSource {
  return {
    sizeBytes,
    etag: `"${sha256}"`,
    mediaType,
    cacheControl,
    disposition: 'inline',
    fileName: `${fileName.replace(/(.)\.[^.\s/\\]{1,10}$/, '$1')}-${rung.lines}.mp4`,
    open: (start, endExclusive) => blobs.open(sha256, { start, endExclusive, sizeBytes }),
  }
}
