/**
 * How a picture lies on its stage: scale (1 fits the stage), and its centre's distance from the stage's
 * centre, px.
 */
export interface Zoom {
  readonly scale: number
  readonly x: number
  readonly y: number
}
export interface Size {
  readonly width: number
  readonly height: number
}

/** A zoom that several pictures of any size have together; x and y are shares of the fitted picture. */
export interface ZoomLink {
  readonly zoom: Zoom
  readonly onZoom: (zoom: Zoom) => void
}

export const fitted: Zoom = { scale: 1, x: 0, y: 0 }
/** How much larger than fitted a picture can be made, whatever its pixels. */
export const leastMaxScale = 8
/** How much larger than its own pixels. */
const beyondPixels = 4

/**
 * The scale at which a pixel of the picture is one of the screen: 100 %.
 * @param devicePixels pixels of the screen for each CSS px
 */
export function scaleOfPixels(picture: Size, full: Size, devicePixels: number): number {
  return picture.width === 0 ? 1 : full.width / (picture.width * devicePixels)
}

/** The largest scale: several times the picture's own pixels. */
export function maxScaleOf(pixelScale: number): number {
  return Math.max(leastMaxScale, pixelScale * beyondPixels)
}

/** Scales about a point of the stage, px from its centre: what lies under the pointer stays there. */
export function zoomAt(
  zoom: Zoom,
  factor: number,
  point: { readonly x: number; readonly y: number },
  maxScale = leastMaxScale,
): Zoom {
  const scale = Math.min(maxScale, Math.max(1, zoom.scale * factor))
  if (scale === 1) return fitted
  const grown = scale / zoom.scale
  return { scale, x: point.x - (point.x - zoom.x) * grown, y: point.y - (point.y - zoom.y) * grown }
}

/**
 * Moves the picture, never so far that an edge of it leaves a gap on a stage that it fills.
 * @param picture size of the fitted picture
 */
export function panBy(
  zoom: Zoom,
  by: { readonly x: number; readonly y: number },
  stage: Size,
  picture: Size,
): Zoom {
  return keepOnStage({ ...zoom, x: zoom.x + by.x, y: zoom.y + by.y }, stage, picture)
}

/** Brings the picture back to where it covers as much of the stage as it can. */
export function keepOnStage(zoom: Zoom, stage: Size, picture: Size): Zoom {
  const roomX = Math.max(0, (picture.width * zoom.scale - stage.width) / 2)
  const roomY = Math.max(0, (picture.height * zoom.scale - stage.height) / 2)
  return { scale: zoom.scale, x: clamp(zoom.x, roomX), y: clamp(zoom.y, roomY) }
}

/**
 * The part of a picture that is in sight, in pixels of its full size.
 * @param picture size of the fitted picture
 */
export function partInSight(
  zoom: Zoom,
  stage: Size,
  picture: Size,
  full: Size,
): { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number } {
  const along = (away: number, room: number, side: number, pixels: number): readonly [number, number] => {
    const shown = side * zoom.scale
    const from = shown / 2 - room / 2 - away
    const share = (px: number): number => (Math.min(shown, Math.max(0, px)) / (shown || 1)) * pixels
    return [share(from), share(from + room)]
  }
  const [left, right] = along(zoom.x, stage.width, picture.width, full.width)
  const [top, bottom] = along(zoom.y, stage.height, picture.height, full.height)
  return { left, top, right, bottom }
}

/** The size that a picture takes when it is fitted into a stage, never larger than its own pixels. */
export function fitInto(stage: Size, natural: Size): Size {
  const scale = Math.min(1, stage.width / natural.width, stage.height / natural.height)
  return { width: natural.width * scale, height: natural.height * scale }
}

/** A zoom in px as one that holds for pictures of every size. @param picture size of the fitted picture */
export function toShares({ scale, x, y }: Zoom, picture: Size): Zoom {
  return { scale, x: x / (picture.width || 1), y: y / (picture.height || 1) }
}

/** The opposite of {@link toShares}. */
export function fromShares({ scale, x, y }: Zoom, picture: Size): Zoom {
  return { scale, x: x * picture.width, y: y * picture.height }
}

function clamp(value: number, room: number): number {
  // Never -0: two zooms that are the same compare as the same.
  return Math.min(room, Math.max(-room, value)) + 0
}
