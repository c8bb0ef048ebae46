/** Assets that are merged, or said to be different, at once, and that a family names. @source decision 0227 */
export const maxDuplicates = 20
