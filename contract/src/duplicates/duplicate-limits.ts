/** Assets that a family names, and that are merged or called different at once. @source decision 0227 */
export const maxDuplicates = 20
