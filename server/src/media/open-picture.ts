import sharp from 'sharp'
import { drawFirstPage } from './draw-first-page.ts'
import { drawWaveform, grabFrame } from './film-pictures.ts'
import { isOfficeDocument, type Nature } from './media-types.ts'
import { withOfficePdf } from './office-pdf.ts'
import { openPhotograph } from './open-photograph.ts'
import { fitInto, type Picture, type PictureRequest } from './picture.ts'
import { probeFilm, type FilmFacts } from './probe-film.ts'
import { RenditionError } from './rendition-error.ts'

/** Side of the square that frames and pages are first drawn into: what the largest rendition needs. */
const drawnBoxPx = 1600
const waveformPx = { width: 1280, height: 720 }

/**
 * Opens the picture that stands for a file: its pixels, a frame of the film, the first page of the document, the waveform of the recording.
 * @param facts of the film or recording, where they are known already
 * @throws RenditionError; where its `allowsStandIn` is true, a drawn stand-in is the picture
 */
export async function openPicture(nature: Nature, request: PictureRequest, facts?: FilmFacts): Promise<Picture> {
  const { path, mediaType, limits, signal } = request
  if (nature === 'IMAGE') return openPhotograph(request)
  if (nature === 'VIDEO') {
    const film = facts ?? await probeFilm(path, limits, signal)
    const frame = await grabFrame(path, film, drawnBoxPx, limits, signal)
    return drawn(frame, film.widthPx, film.heightPx)
  }
  if (nature === 'AUDIO') {
    const { durationSeconds } = facts ?? await probeFilm(path, limits, signal)
    return openWaveform(await drawWaveform(path, waveformPx.width, waveformPx.height, durationSeconds, limits, signal))
  }
  if (mediaType === 'application/pdf') return drawn(await drawFirstPage(path, drawnBoxPx, limits))
  if (isOfficeDocument(mediaType)) {
    return drawn(await withOfficePdf(path, limits, signal, (pdfPath) => drawFirstPage(pdfPath, drawnBoxPx, limits)))
  }
  throw new RenditionError('unsupported', 'Files of this kind have no picture; the file is kept as it is.')
}

async function drawn(png: Buffer, widthPx?: number | null, heightPx?: number | null): Promise<Picture> {
  const header = await sharp(png).metadata()
  return {
    widthPx: widthPx ?? header.width, heightPx: heightPx ?? header.height, orientation: 1, colorspace: null, pages: null, derived: true,
    open: async (boxPx) => fitInto(sharp(png), boxPx),
  }
}

/** On a ground of its own, with the line of silence, so that a silent recording is no empty card. */
async function openWaveform(strokes: Buffer): Promise<Picture> {
  const { width, height } = waveformPx
  const silence = { create: { width, height: 4, channels: 3 as const, background: '#3f48a8' } }
  const card = await sharp({ create: { width, height, channels: 3, background: '#f2f2f2' } })
    .composite([{ input: strokes }, { input: silence, left: 0, top: height / 2 - 2 }]).png({ compressionLevel: 1 }).toBuffer()
  return drawn(card)
}
