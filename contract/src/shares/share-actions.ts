import { embedPictures } from '../embeds/embed-pictures.ts'

/**
 * Actions that a share allows by default, and that existing clients know: look, take single files, take the
 * whole as an archive.
 */
export const shareActions = ['view', 'download', 'zip'] as const
/**
 * Every action that a share can allow; the others only where its sharer says so.
 * @source decisions 0231, 0232
 */
export const allShareActions = [...shareActions, 'comment', 'upload'] as const
export type ShareAction = (typeof allShareActions)[number]

/**
 * The pictures that a share can show at most, small to large, where it gives no originals.
 * @source decision 0236
 */
export const sharedPictures = ['thumbnailSmall', ...embedPictures] as const
export type SharedPicture = (typeof sharedPictures)[number]

/** What a share gives: the cart to look at, or its archive alone. */
export const shareModes = ['cart', 'zip'] as const
/**
 * How a share stands: it can be opened, its time is over, its sharer ended it, or as many came as it lets in.
 */
export const shareStates = ['living', 'expired', 'recalled', 'usedUp'] as const
export type ShareState = (typeof shareStates)[number]
/**
 * What visitors do: open the share, open one record, take one file, take the archive, write a comment, send
 * files.
 */
export const visitKinds = ['view', 'item', 'download', 'zip', 'comment', 'upload'] as const
export type VisitKind = (typeof visitKinds)[number]
