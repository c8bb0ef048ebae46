/** Assets whose uses are asked at once, at most. @source decision 0198 */
export const maxAssetsOfUses = 500
