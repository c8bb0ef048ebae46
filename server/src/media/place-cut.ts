import type { FocalPoint, PictureBox } from '@cartouche/contract'

/** What is cut out of a picture and how large it becomes. */
export interface Cut {
  /** In shares of the picture; null: all of it. */
  readonly box: PictureBox | null
  /** Ratios, width : height, to which it is cut one after the other. */
  readonly ratios: readonly number[]
  /** What stays inside where a ratio cuts; null: the centre. */
  readonly focalPoint: FocalPoint | null
  /** Most pixels across and down; null: any. */
  readonly maxWidthPx: number | null
  readonly maxHeightPx: number | null
}

/** In pixels: the size to which the whole picture is shrunk, and what is taken of that. */
export interface PlacedCut {
  readonly whole: { readonly width: number; readonly height: number }
  readonly part: {
    readonly left: number
    readonly top: number
    readonly width: number
    readonly height: number
  }
}

/**
 * Where a cut lies in a picture of some size. It is never enlarged, and never less than a pixel.
 * @param size in pixels, as displayed
 */
export function placeCut(size: { readonly width: number; readonly height: number }, cut: Cut): PlacedCut {
  const region = findRegion(size, cut)
  const { maxWidthPx, maxHeightPx } = cut
  const scale = Math.min(
    1,
    (maxWidthPx ?? region.width) / region.width,
    (maxHeightPx ?? region.height) / region.height,
  )
  const [width, height] = [round(region.width * scale), round(region.height * scale)]
  // A little wider or higher than its ratio, where the pixels of what is taken must be whole.
  const whole = {
    width: Math.max(width, Math.round((size.width * width) / region.width)),
    height: Math.max(height, Math.round((size.height * height) / region.height)),
  }
  return {
    whole,
    part: {
      left: clamp(Math.round((region.left * whole.width) / size.width), 0, whole.width - width),
      top: clamp(Math.round((region.top * whole.height) / size.height), 0, whole.height - height),
      width,
      height,
    },
  }
}

interface Region {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** In pixels of the full picture, from edge to edge of whole pixels. */
function findRegion(size: { readonly width: number; readonly height: number }, cut: Cut): Region {
  const { x, y, width, height } = cut.box ?? { x: 0, y: 0, width: 1, height: 1 }
  const left = Math.min(Math.round(x * size.width), size.width - 1)
  const top = Math.min(Math.round(y * size.height), size.height - 1)
  const start: Region = {
    left,
    top,
    width: clamp(Math.round((x + width) * size.width) - left, 1, size.width - left),
    height: clamp(Math.round((y + height) * size.height) - top, 1, size.height - top),
  }
  const focus = cut.focalPoint && { left: cut.focalPoint.x * size.width, top: cut.focalPoint.y * size.height }
  return cut.ratios.reduce((region, ratio) => cutToRatio(region, ratio, focus), start)
}

function cutToRatio(
  region: Region,
  ratio: number,
  focus: { readonly left: number; readonly top: number } | null,
): Region {
  const width = Math.min(region.width, round(region.height * ratio))
  const height = Math.min(region.height, round(region.width / ratio))
  const centre = focus ?? { left: region.left + region.width / 2, top: region.top + region.height / 2 }
  return {
    left: clamp(Math.round(centre.left - width / 2), region.left, region.left + region.width - width),
    top: clamp(Math.round(centre.top - height / 2), region.top, region.top + region.height - height),
    width,
    height,
  }
}

const round = (pixels: number): number => Math.max(1, Math.round(pixels))
const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value))
