/** The pictures that an embed can show at most, small to large. @source decision 0164 */
export const embedPictures = ['thumbnailBig', 'web', 'preview'] as const
export type EmbedPicture = (typeof embedPictures)[number]
