import type { Panorama } from '@cartouche/contract'

/** Where somebody looks from the middle of a sphere, degrees: right of its front, and up. */
export interface Look {
  readonly yaw: number
  readonly pitch: number
  /** How much the longer side of the window shows. */
  readonly fov: number
}

interface Size {
  readonly width: number
  readonly height: number
}

const usualFov = 85
/** Further out straight lines bend; further in a panorama has no more pixels. */
const widest = 110
const narrowest = 10

/** Where a panorama is looked at first. */
export function firstLook(panorama: Panorama): Look {
  return keepInside({ yaw: panorama.yaw, pitch: panorama.pitch, fov: panorama.fov ?? usualFov }, panorama)
}

/** Turns by so much, degrees; what is looked at stays in the picture. */
export function turnBy(look: Look, panorama: Panorama, yaw: number, pitch: number): Look {
  return keepInside({ ...look, yaw: look.yaw + yaw, pitch: look.pitch + pitch }, panorama)
}

/** Shows more or less; a factor above 1 is nearer. */
export function zoomBy(look: Look, panorama: Panorama, factor: number): Look {
  return keepInside({ ...look, fov: look.fov / factor }, panorama)
}

/** Whether it can be zoomed no further. */
export function isNearest({ fov }: Look): boolean {
  return fov <= narrowest
}

export function isFarthest({ fov }: Look): boolean {
  return fov >= widest
}

/** How many degrees a pixel of the window is in its middle. */
export function degreesPerPixel({ fov }: Look, { width, height }: Size): number {
  const middle = Math.tan((fov * Math.PI) / 360)
  return ((2 * middle) / Math.max(width, height, 1)) * (180 / Math.PI)
}

function keepInside(look: Look, { left, top, width, height }: Panorama): Look {
  const fov = clamp(look.fov, narrowest, widest)
  const pitch = clamp(look.pitch, (0.5 - top - height) * 180, (0.5 - top) * 180)
  const isRound = width >= 0.999
  const yaw = isRound
    ? ((((look.yaw + 180) % 360) + 360) % 360) - 180
    : clamp(look.yaw, (left - 0.5) * 360, (left + width - 0.5) * 360)
  return { yaw, pitch, fov }
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value)) + 0
}
