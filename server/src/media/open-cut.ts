import sharp, { type Sharp } from 'sharp'
import type { Picture, Strictness } from './picture.ts'
import { placeCut, type Cut, type PlacedCut } from './place-cut.ts'

/** A pipeline that gives what is cut out of a picture, to the very pixel. */
export interface OpenedCut {
  readonly image: Sharp
  readonly placed: PlacedCut
}

/**
 * Opens what is cut out of a picture. Where the file is a photograph that libvips decodes, no more of it is
 * decoded than the size asks for.
 */
export async function openCut(picture: Picture, cut: Cut, strictness?: Strictness): Promise<OpenedCut> {
  if (picture.derived) return openDrawing(picture, cut)
  const placed = placeCut({ width: picture.widthPx, height: picture.heightPx }, cut)
  const isFull = placed.whole.width >= picture.widthPx || placed.whole.height >= picture.heightPx
  const boxPx = isFull ? null : Math.max(placed.whole.width, placed.whole.height)
  return { image: take(await picture.open(boxPx, strictness), placed), placed }
}

/** Drawings and embedded previews are of another size than what they stand for: their pixels show it. */
async function openDrawing(picture: Picture, cut: Cut): Promise<OpenedCut> {
  const { data, info } = await (await picture.open(null)).raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const placed = placeCut(info, cut)
  return { image: take(sharp(data, { raw: { width, height, channels } }), placed), placed }
}

/** In place of the box that the picture was opened for. */
function take(image: Sharp, { whole, part }: PlacedCut): Sharp {
  return image.resize({ ...whole, fit: 'fill', withoutEnlargement: false }).extract(part)
}

/** A picture of what is cut out of another one: renditions of it are made like those of any. */
export function cutOut(picture: Picture, cut: Pick<Cut, 'ratios' | 'focalPoint'>): Picture {
  const inBox = (boxPx: number | null): Cut => ({ ...cut, box: null, maxWidthPx: boxPx, maxHeightPx: boxPx })
  const { part } = placeCut({ width: picture.widthPx, height: picture.heightPx }, inBox(null))
  return {
    ...picture,
    widthPx: part.width,
    heightPx: part.height,
    open: async (boxPx, strictness) => (await openCut(picture, inBox(boxPx), strictness)).image,
  }
}
