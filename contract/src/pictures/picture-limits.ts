/** Formats in which a picture is made on demand. @source decision 0202 */
export const pictureFormats = ['jpeg', 'webp', 'avif', 'png'] as const
export type PictureFormat = (typeof pictureFormats)[number]

/** Longest side that can be asked for, in pixels: more than WebP can have is not asked. */
export const maxPictureSidePx = 16_383

/** Quality of a format where none is asked for; they look alike. PNG has none. @source decision 0175 */
export const usualQuality = { jpeg: 82, webp: 80, avif: 50 } as const

/** Most presets of pictures that a library has. */
export const maxPicturePresets = 100
