/** Largest file that assets are searched for by, in bytes. @source decision 0174 */
export const maxSearchedPictureBytes = 50 * 1024 * 1024
