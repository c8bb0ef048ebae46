import { z } from 'zod'

/**
 * What a picture can be beside a flat still: a panorama around the camera, or one that holds a short film.
 */
export const pictureForms = ['360°', 'Live'] as const
export type PictureForm = (typeof pictureForms)[number]

const share = z.number().min(0).max(1)

/**
 * Where an equirectangular picture lies on the sphere around its camera: what it covers of 360° across and
 * 180° down, in shares from its top left.
 * @source decision 0249
 */
export const Panorama = z.object({
  left: share,
  top: share,
  width: share,
  height: share,
  /** Where a viewer looks first, degrees: to the right of the middle of the sphere, and up. */
  yaw: z.number().min(-180).max(180),
  pitch: z.number().min(-90).max(90),
  /** How wide it looks first, degrees; null: as it likes. */
  fov: z.number().positive().max(180).nullable(),
  /** Whether its maker wants it to be seen as a flat picture first. */
  flat: z.boolean(),
})
export type Panorama = z.output<typeof Panorama>
