import { drawPage } from './draw-page.ts'
import { grabFrame } from './grab-frame.ts'
import { hasEmbeddedPreview, isOfficeDocument, type Nature } from './media-types.ts'
import { withOfficePdf } from './office-pdf.ts'
import { openEmbeddedPreview, openPhotograph } from './open-photograph.ts'
import { openRecording } from './open-recording.ts'
import { openDrawn, type Picture, type PictureRequest } from './picture.ts'
import { probeFilm, type FilmFacts } from './probe-film.ts'
import { RenditionError } from './rendition-error.ts'

/** Side of the square that frames and pages are first drawn into: what the largest rendition needs. */
const drawnBoxPx = 1600

/**
 * Opens the picture that stands for a file: its pixels, a frame of the film, the first page of the document,
 * the cover or the waveform of the recording.
 * @param facts of the film or recording, where they are known already
 * @param place the moment of a film, in milliseconds, or the page of a document, that it is taken of; the
 * usual one by default
 * @throws RenditionError; where its `allowsPlaceholder` is true, a placeholder is the picture
 */
export async function openPicture(
  nature: Nature,
  request: PictureRequest,
  facts?: FilmFacts,
  place?: number,
): Promise<Picture> {
  const { path, mediaType, limits, signal } = request
  if (nature === 'IMAGE') return openPhotograph(request)
  if (nature === 'VIDEO') {
    const film = facts ?? (await probeFilm(path, limits, signal))
    const frame = await grabFrame(
      path,
      film,
      { boxPx: drawnBoxPx, ...(place === undefined ? {} : { seconds: place / 1000 }) },
      limits,
      signal,
    )
    return openDrawn(frame, film.widthPx, film.heightPx)
  }
  if (nature === 'AUDIO') {
    return openRecording(request, facts ?? (await probeFilm(path, limits, signal)))
  }
  if (hasEmbeddedPreview(mediaType)) return openEmbeddedPreview(request)
  if (mediaType === 'application/pdf') return openDrawn(await drawPage(path, drawnBoxPx, limits, place))
  if (isOfficeDocument(mediaType)) {
    const page = place ?? 1
    const pages = { first: page, last: page, timeoutMs: limits.documentTimeoutMs, signal }
    return openDrawn(
      await withOfficePdf(path, pages, (pdfPath, first) => drawPage(pdfPath, drawnBoxPx, limits, first)),
    )
  }
  throw new RenditionError(
    'unsupported',
    'There is no preview of this file type; the file is kept unchanged.',
  )
}
