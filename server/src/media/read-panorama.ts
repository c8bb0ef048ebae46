import type { Panorama } from '@cartouche/contract'
import type { Tags } from './read-tags.ts'

/** A sphere of more pixels across is no picture that anybody made. */
const maxSpherePx = 1_000_000
/** How much the shape of what the tags describe may differ from that of the picture. */
const tolerance = 0.02

/**
 * Where an equirectangular picture lies on its sphere, as its tags say; null where they say nothing, or what
 * cannot be: it is shown flat then. Nothing is guessed from the shape of a picture without tags.
 * @param widthPx as displayed
 * @source Photo Sphere XMP (developers.google.com/streetview/spherical-metadata)
 */
export function readPanorama(tags: Tags, widthPx: number | null, heightPx: number | null): Panorama | null {
  const projection = tags['XMP:ProjectionType']
  if (typeof projection !== 'string' || projection.toLowerCase() !== 'equirectangular') return null
  if (!widthPx || !heightPx) return null
  const area = areaOf(tags, { width: widthPx, height: heightPx })
  if (!area) return null
  const heading = numberOf(tags['XMP:InitialViewHeadingDegrees'])
  const north = numberOf(tags['XMP:PoseHeadingDegrees']) ?? 0
  const fov = numberOf(tags['XMP:InitialHorizontalFOVDegrees'])
  const pitch = numberOf(tags['XMP:InitialViewPitchDegrees']) ?? 0
  return {
    ...area,
    yaw: heading === null ? round((area.left + area.width / 2 - 0.5) * 360) : turn(heading - north),
    pitch: round(Math.min(90, Math.max(-90, pitch))),
    fov: fov !== null && fov > 0 && fov <= 180 ? round(fov) : null,
    flat: isFalse(tags['XMP:UsePanoramaViewer']),
  }
}

interface Size {
  readonly width: number
  readonly height: number
}
type Area = Pick<Panorama, 'left' | 'top' | 'width' | 'height'>

function areaOf(tags: Tags, picture: Size): Area | null {
  const sphere = {
    width: numberOf(tags['XMP:FullPanoWidthPixels']),
    height: numberOf(tags['XMP:FullPanoHeightPixels']),
  }
  // Without its size, the picture goes all the way round, or from top to bottom, and its middle is the
  // horizon.
  if (sphere.width === null || sphere.height === null) {
    const width = Math.max(picture.width, picture.height * 2)
    return inShares(
      { width, height: width / 2 },
      { ...picture, left: (width - picture.width) / 2, top: (width / 2 - picture.height) / 2 },
    )
  }
  const cropped = {
    width: numberOf(tags['XMP:CroppedAreaImageWidthPixels']) ?? sphere.width,
    height: numberOf(tags['XMP:CroppedAreaImageHeightPixels']) ?? sphere.height,
    left: numberOf(tags['XMP:CroppedAreaLeftPixels']) ?? 0,
    top: numberOf(tags['XMP:CroppedAreaTopPixels']) ?? 0,
  }
  // A picture that was cut or turned since is another one than the tags describe.
  const shape = cropped.width / cropped.height / (picture.width / picture.height)
  return Math.abs(shape - 1) <= tolerance
    ? inShares({ width: sphere.width, height: sphere.height }, cropped)
    : null
}

function inShares(sphere: Size, area: Size & { readonly left: number; readonly top: number }): Area | null {
  const isPossible =
    sphere.width >= 1 &&
    sphere.height >= 1 &&
    sphere.width <= maxSpherePx &&
    Math.abs(sphere.width / sphere.height / 2 - 1) <= tolerance &&
    area.width >= 1 &&
    area.height >= 1 &&
    area.left >= 0 &&
    area.top >= 0 &&
    area.left + area.width <= sphere.width + 1 &&
    area.top + area.height <= sphere.height + 1
  if (!isPossible) return null
  const [left, top] = [round(area.left / sphere.width), round(area.top / sphere.height)]
  return {
    left,
    top,
    width: Math.min(round(area.width / sphere.width), round(1 - left)),
    height: Math.min(round(area.height / sphere.height), round(1 - top)),
  }
}

function isFalse(value: unknown): boolean {
  return value === false || value === 0 || (typeof value === 'string' && value.toLowerCase() === 'false')
}

/** An angle from -180 to 180 degrees. */
function turn(degrees: number): number {
  return round(((((degrees + 180) % 360) + 360) % 360) - 180)
}

const round = (value: number): number => Math.round(value * 1e6) / 1e6

function numberOf(value: unknown): number | null {
  const number =
    typeof value === 'number' || (typeof value === 'string' && value !== '') ? Number(value) : NaN
  return Number.isFinite(number) ? number : null
}
