/** Families that are read at once: their assets are one page. */
export const familiesAtOnce = 10
