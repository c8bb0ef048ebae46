import { isApiError, maxTrackBytes, maxTracks, toLanguageTag, type TrackKind } from '@cartouche/contract'
import { buffer } from 'node:stream/consumers'
import { withTransaction } from '../../ground/database/database.ts'
import type { Services } from '../../ground/services.ts'
import { RenditionError } from '../../media/rendition-error.ts'
import { upsertBlob } from '../../media/renditions/renditions.sql.ts'
import { decodeText } from '../../media/decode-text.ts'
import { parseTrack, type ParsedTrack } from '../../media/parse-track.ts'
import { selectTracks, type TracksOf } from '../../model/variations/tracks.sql.ts'
import { nameTrack, stemOf, stemsFor } from './name-track.ts'
import {
  deleteEmbeddedTracks,
  holdTracks,
  insertTrack,
  insertTrackSource,
  selectImportedFilms,
  selectImportedSubtitles,
  type PlayableFile,
} from './tracks.sql.ts'

/** A track that was found, as text. */
interface FoundTrack {
  readonly kind: TrackKind
  readonly language: string
  readonly label: string
  readonly fileName: string
  readonly text: string
}

/** Takes the subtitles and chapters that are in the file of a film or recording, once. */
export async function takeEmbeddedTracks(services: Services, file: PlayableFile): Promise<void> {
  const found = file.decodable ? await readFile(services, file) : []
  await keepTracks(services, file, { origin: 'embedded', sha256: file.sha256 }, found)
}

/**
 * Takes the files of subtitles that lay beside films and recordings in an import, each once. Of two films
 * of one name neither has them: nobody could know whose they are.
 */
export async function takeImportedTracks(services: Services, jobId: number): Promise<void> {
  const { database, blobs } = services
  const subtitles = await selectImportedSubtitles(database, jobId)
  if (subtitles.length === 0) return
  const films = Map.groupBy(await selectImportedFilms(database, jobId), ({ fileName }) => stemOf(fileName))
  for (const { fileName, sha256, sizeBytes } of subtitles) {
    const named = stemsFor(fileName)
      .map((stem) => films.get(stem))
      .find((some) => some !== undefined)
    const [film] = named?.length === 1 ? named : []
    const about = film && nameTrack(fileName, film.fileName)
    if (!film || !about || sizeBytes > maxTrackBytes) continue
    const bytes = await buffer(blobs.open(sha256, { sizeBytes }))
    const text = decodeText(bytes, about.language)
    await keepTracks(services, film, { origin: 'import', sha256 }, [{ ...about, fileName, text }])
  }
}

async function readFile({ mediaWorkers, blobs, log }: Services, file: PlayableFile): Promise<FoundTrack[]> {
  try {
    const { tracks, left } = await blobs.withLocalFile(file.sha256, (path) =>
      mediaWorkers.readTracks({ path, maxTracks, maxTrackBytes }),
    )
    if (left > 0) log.warn({ from: 'tracks', id: file.id, left }, 'A file has more subtitles than are taken')
    return tracks.map(({ language, ...track }, at) => ({
      ...track,
      language: toLanguageTag(language) ?? 'und',
      fileName: `${track.kind}-${at + 1}.vtt`,
    }))
  } catch (error) {
    // What another try could mend is tried again; a file without readable subtitles has none.
    if (!(error instanceof RenditionError) || !error.isOfFile || error.code === 'tool_missing') throw error
    return []
  }
}

/** All in one transaction, with the note that they were taken. */
async function keepTracks(
  { database, blobs, log }: Services,
  of: TracksOf,
  source: { readonly origin: 'embedded' | 'import'; readonly sha256: string },
  found: readonly FoundTrack[],
): Promise<void> {
  const readable: (FoundTrack & ParsedTrack)[] = []
  for (const track of found)
    try {
      readable.push({ ...track, ...(await parseTrack(track.text, track.kind)) })
    } catch (error) {
      if (!isApiError(error, 'track_unreadable')) throw error
      log.info({ from: 'tracks', id: of.id, file: track.fileName }, error.message)
    }
  const written = await Promise.all(
    readable.map(async (track) => ({ ...track, blob: await blobs.write(Buffer.from(track.text)) })),
  )
  await withTransaction(database, async (transaction) => {
    if (!(await holdTracks(transaction, of))) return
    if (!(await insertTrackSource(transaction, of, source.sha256))) return
    if (source.origin === 'embedded') await deleteEmbeddedTracks(transaction, of, source.sha256)
    const room = maxTracks - (await selectTracks(transaction, of)).length
    if (written.length > room)
      log.warn({ from: 'tracks', id: of.id, left: written.length - room }, 'A media has too many subtitles')
    for (const { blob, kind, language, label, fileName, cues } of written.slice(0, Math.max(0, room))) {
      await upsertBlob(transaction, blob)
      await insertTrack(transaction, {
        resource: of.resource,
        entity_id: of.id,
        origin: source.origin,
        sha256: blob.sha256,
        kind,
        language,
        label,
        file_name: fileName,
        cues,
      })
    }
  })
}
